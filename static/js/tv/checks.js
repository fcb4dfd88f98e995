// A check stands large until everybody could read it, then steps aside into one line; once settled it goes.
// A clock that ticks is never covered: the check steps aside at once.
(() => {
  const READ = 12000;
  const tv = document.querySelector("[data-tv]");
  if (!tv) return;
  const known = new Map();
  const settled = (state) => state === "resolved" || state === "void";
  let started = false;

  function meet(check) {
    const state = check.dataset.state;
    const before = known.get(check.id);
    if (before?.state === state) return before;
    const goesOn = before && settled(state) && before.state !== "called";
    const since = goesOn ? before.since : started || !settled(state) ? Date.now() : -READ;
    const met = { state, since, aside: goesOn ? before.aside : false };
    known.set(check.id, met);
    return met;
  }

  function look() {
    const here = new Set();
    for (const check of tv.querySelectorAll("[data-check]")) {
      const { state, since, aside } = meet(check);
      const fresh = Date.now() - since < READ;
      check.toggleAttribute("data-large", fresh && !aside && state !== "void");
      check.toggleAttribute("data-line", !settled(state) || (fresh && aside && state !== "void"));
      here.add(check.id);
    }
    for (const id of known.keys()) if (!here.has(id)) known.delete(id);
    started = true;
  }

  tv.addEventListener("tv:changed", (event) => {
    if (!event.detail.some((id) => id.startsWith("clock-"))) return;
    for (const each of known.values()) each.aside = true;
    look();
  });
  new MutationObserver(look).observe(tv, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-state"] });
  setInterval(look, 500);
  look();
})();
