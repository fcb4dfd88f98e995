// What this device keeps to itself: which parts are folded, the size of the last clock, and who
// plays whom.
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

  // What was chosen last is what the next one starts with: as the form's own default, so that a reset keeps it.
  function settle(choices, value) {
    const radios = [...choices.querySelectorAll("[type=radio]")], other = choices.querySelector("[type=number]");
    const known = radios.some((each) => each.value === value);
    if (!known && !(other && /^\d{1,3}$/.test(value))) return;
    for (const each of radios) each.checked = each.defaultChecked = known ? each.value === value : each.defaultChecked;
    if (other) other.value = other.defaultValue = known ? "" : value;
  }
  for (const choices of document.querySelectorAll("[data-remember]")) {
    settle(choices, read(choices.dataset.remember) ?? "");
    choices.addEventListener("change", (event) => {
      const value = event.target.value || choices.querySelector(":checked").value;
      settle(choices, value);
      keep(choices.dataset.remember, value);
    });
  }
})();
