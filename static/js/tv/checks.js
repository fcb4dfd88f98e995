// A check stands large until everybody could read it, the two newest side by side; then it steps aside into one line,
// and goes once it is settled and that was read. A clock that ticks is never covered: the checks step aside at once. A
// card that has more to say than room draws its dice smaller, then all of it, and cuts nothing; how high it is is told.
(() => {
  const READ = 12000, ABREAST = 2, DICE = 0.5, LEAST = 0.4, STEP = 0.05;
  const tv = document.querySelector("[data-tv]");
  if (!tv) return;
  const known = new Map();
  const settled = ({ state }) => state === "resolved";
  const fresh = ({ since }) => Date.now() - since < READ, isNews = ({ decided }) => Date.now() - decided < READ;
  let started = false, fitted = {};

  function meet(check) {
    const { state, rolls } = check.dataset;
    const before = known.get(check.id);
    if (before?.state === state && before.rolls === rolls) return before;
    const goesOn = before && settled({ state }) && before.state !== "called" && before.rolls === rolls;
    const since = goesOn ? before.since : started || !settled({ state }) ? Date.now() : -READ;
    const met = { state, rolls, since, decided: started ? Date.now() : since, aside: goesOn ? before.aside : false };
    known.set(check.id, met);
    return met;
  }

  function arrange() {
    const checks = [...tv.querySelectorAll("[data-check]")], met = new Map(checks.map((each) => [each, meet(each)]));
    const newest = checks.filter((each) => fresh(met.get(each)) && !met.get(each).aside)
      .sort((one, other) => met.get(other).since - met.get(one).since).slice(0, ABREAST);
    const others = checks.filter((each) => !newest.includes(each));
    const lined = others.find((each) => settled(met.get(each)) && isNews(met.get(each))) ?? others.find((each) => !settled(met.get(each)));
    for (const each of checks) {
      each.toggleAttribute("data-large", newest.includes(each));
      each.toggleAttribute("data-line", each === lined);
    }
    started = true;
    fit(newest.map((each) => each.querySelector(".tv-check-card")));
  }

  function fit(cards) {
    const drawn = [...cards.map((card) => card.innerHTML), innerWidth, innerHeight, document.fonts.status].join();
    const set = (card, size) => Object.entries(size).forEach(([name, part]) => card.style.setProperty(name, part.toFixed(2)));
    if (drawn === fitted.drawn) { cards.forEach((card, place) => set(card, fitted.sizes[place])); return; }
    fitted = { drawn, sizes: cards.map((card) => smaller(card, set)) };
    document.documentElement.style.setProperty("--cards", `${Math.max(0, ...cards.map((card) => card.offsetHeight))}px`);
  }

  function smaller(card, set) {
    const isCut = () => card.scrollHeight > card.clientHeight || card.scrollWidth > card.clientWidth;
    const size = { "--dice": 1, "--fit": 1 };
    for (set(card, size); isCut() && size["--fit"] > LEAST; set(card, size)) size[size["--dice"] > DICE ? "--dice" : "--fit"] -= STEP;
    return size;
  }

  tv.addEventListener("tv:changed", (event) => {
    if (!event.detail.some((id) => id.startsWith("clock-"))) return;
    for (const each of known.values()) each.aside = true;
    arrange();
  });
  new MutationObserver(arrange).observe(tv, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-state", "data-rolls"] });
  setInterval(arrange, 500);
  arrange();
})();
