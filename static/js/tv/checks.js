// A check stands large until everybody could read it, the two newest side by side; then it steps aside into one line,
// and goes once it is settled. A clock that ticks is never covered: the checks step aside at once.
(() => {
  const READ = 12000, ABREAST = 2;
  const tv = document.querySelector("[data-tv]");
  if (!tv) return;
  const known = new Map();
  const settled = ({ state }) => state === "resolved";
  const fresh = ({ since }) => Date.now() - since < READ;
  let started = false;

  function meet(check) {
    const state = check.dataset.state;
    const before = known.get(check.id);
    if (before?.state === state) return before;
    const goesOn = before && settled({ state }) && before.state !== "called";
    const since = goesOn ? before.since : started || !settled({ state }) ? Date.now() : -READ;
    const met = { state, since, aside: goesOn ? before.aside : false };
    known.set(check.id, met);
    return met;
  }

  function look() {
    const checks = [...tv.querySelectorAll("[data-check]")], met = new Map(checks.map((each) => [each, meet(each)]));
    const newest = checks.filter((each) => fresh(met.get(each)) && !met.get(each).aside)
      .sort((one, other) => met.get(other).since - met.get(one).since).slice(0, ABREAST);
    const others = checks.filter((each) => !newest.includes(each));
    const told = others.find((each) => settled(met.get(each)) && fresh(met.get(each))) ?? others.find((each) => !settled(met.get(each)));
    for (const each of checks) {
      each.toggleAttribute("data-large", newest.includes(each));
      each.toggleAttribute("data-line", each === told);
    }
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
