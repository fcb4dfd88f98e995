// What this device keeps to itself: which parts are folded, and what the next thing of a kind
// starts with.
(() => {
  const table = location.pathname.split("/")[2];
  const read = (what) => { try { return localStorage.getItem(`tableside:${table}:${what}`); } catch { return null; } };
  const store = (what, value) => { try { localStorage.setItem(`tableside:${table}:${what}`, value); } catch { /* then not */ } };

  // Also of a part that came just now: a swap leaves what is open to the page, and so the new one shut.
  const folds = new WeakSet();
  function fold() {
    for (const part of document.querySelectorAll("details[data-fold]")) {
      const was = folds.has(part) ? "" : read(`fold:${part.id}`) ?? part.dataset.fold;
      if (was) part.open = was === "open";
      folds.add(part);
    }
  }
  fold();
  document.addEventListener("htmx:after:swap", fold);
  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.("details[data-fold]")) store(`fold:${event.target.id}`, event.target.open ? "open" : "shut");
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

  // What was chosen last is what the next one starts with, until it is changed: as the form's own default, so that
  // a reset keeps it. What stays so within folded options is said beside them.
  function setDefault(choices, value) {
    const list = choices.querySelector("select");
    if (list) return setDefaultOption(list, value);
    const radios = [...choices.querySelectorAll("[type=radio]")], other = choices.querySelector("[type=number]");
    const known = radios.some((each) => each.value === value);
    if (!known && !(other && /^\d{1,3}$/.test(value))) return;
    for (const each of radios) each.checked = each.defaultChecked = known ? each.value === value : each.defaultChecked;
    if (other) other.value = other.defaultValue = known ? "" : value;
  }
  function setDefaultOption(list, value) {
    const options = [...list.options];
    if (!options.some((each) => each.value === value)) return;
    for (const each of options) each.selected = each.defaultSelected = each.value === value;
  }
  function say(form) {
    const place = form?.querySelector("[data-sticks]");
    if (!place) return;
    const lists = [...form.querySelectorAll("[data-remember] select")].filter((each) => each.selectedOptions.length);
    const other = lists.filter((each) => each.value !== each.closest("[data-remember]").dataset.plain);
    place.textContent = other.map((each) => each.selectedOptions[0].textContent.split(":")[0]).join(", ");
  }
  // What is kept for each scene apart ends in "@scene".
  function named(choices) {
    const { remember } = choices.dataset;
    if (!remember.endsWith("@scene")) return remember;
    const chosen = choices.closest("form").elements.scene.value;
    return remember + (chosen === "here" ? document.getElementById("scene").dataset.scene : chosen);
  }
  function settleAll() {
    for (const choices of document.querySelectorAll("[data-remember]")) {
      choices.dataset.plain ??= choices.querySelector("select")?.value ?? "";
      const was = read(named(choices)) ?? (choices.dataset.remember.endsWith("@scene") ? choices.dataset.plain : null);
      if (was !== null) setDefault(choices, was);
      say(choices.closest("form"));
    }
  }
  document.addEventListener("change", (event) => {
    const choices = event.target.closest?.("[data-remember]");
    if (!choices) return;
    const value = event.target.value || choices.querySelector(":checked").value;
    store(named(choices), value);
    setDefault(choices, value);
    settleAll();
  });
  document.addEventListener("htmx:after:swap", settleAll);
  settleAll();
})();
