// What this device keeps to itself: which parts are folded, and the size of the last clock.
(() => {
  const table = location.pathname.split("/")[2];
  const read = (what) => { try { return localStorage.getItem(`tableside:${table}:${what}`); } catch { return null; } };
  const keep = (what, value) => { try { localStorage.setItem(`tableside:${table}:${what}`, value); } catch { /* then not */ } };

  for (const part of document.querySelectorAll("details[data-fold]")) {
    const was = read(`fold:${part.id}`);
    if (was) part.open = was === "open";
  }
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.("details[data-fold]")) keep(`fold:${event.target.id}`, event.target.open ? "open" : "shut");
  }, true);

  // A link to a folded part opens it.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    const part = link && document.getElementById(link.getAttribute("href").slice(1));
    const folded = part?.closest("details");
    if (folded) folded.open = true;
    if (part?.matches("input")) {
      event.preventDefault();
      part.focus();
    }
  });

  // The size chosen last is the one the next clock starts with: as the form's own default, so that a reset keeps it.
  function settle(sizes, size) {
    const radios = [...sizes.querySelectorAll("[type=radio]")], other = sizes.querySelector("[type=number]");
    const known = radios.some((each) => each.value === size);
    for (const each of radios) each.checked = each.defaultChecked = known ? each.value === size : each.defaultChecked;
    other.value = other.defaultValue = known ? "" : size;
  }
  for (const sizes of document.querySelectorAll("[data-remember]")) {
    const was = read(sizes.dataset.remember);
    if (/^\d{1,3}$/.test(was ?? "")) settle(sizes, was);
    sizes.addEventListener("change", (event) => {
      const size = event.target.value || sizes.querySelector(":checked").value;
      settle(sizes, size);
      keep(sizes.dataset.remember, size);
    });
  }
})();
