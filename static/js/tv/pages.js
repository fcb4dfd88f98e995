// More than one screen holds: its pages take turns, 12 s each. What changes out of sight is turned to.
// Says "tv:changed" with the ids of what changed, so that others need not watch as well.
(() => {
  const TURN = 12000;
  const tv = document.querySelector("[data-tv]");
  if (!tv) return;
  let page = Number(tv.querySelector("[data-page-now]")?.textContent) || 1, turned = Date.now(), known = null;

  const pages = () => Number(tv.querySelector("#layout")?.dataset.pages) || 1;
  const own = (part) => ((page - 1) % Number(part.dataset.pages)) + 1;

  // Every part has pages of its own; one with fewer of them starts again.
  function show(number) {
    page = ((number - 1) % pages()) + 1;
    for (const part of tv.querySelectorAll("[data-pages]:not(#layout)")) {
      for (const each of part.querySelectorAll("[data-page]")) each.toggleAttribute("data-away", Number(each.dataset.page) !== own(part));
    }
    const said = tv.querySelector("[data-page-now]");
    if (said && said.textContent !== String(page)) said.textContent = page;
  }

  // What each thing says now.
  function state() {
    const things = tv.querySelectorAll("[data-clock], [data-tag], [data-character]");
    return new Map([...things].map((each) => [each.id, `${each.dataset.filled ?? ""}|${each.textContent.replace(/\s+/g, " ")}`]));
  }

  function pageOf(id) {
    const home = document.getElementById(id)?.closest("[data-page]");
    const part = home?.closest("[data-pages]");
    return !home || Number(home.dataset.page) === own(part) ? page : Number(home.dataset.page) || page;
  }

  function look() {
    const now = state();
    const changed = known ? [...now.keys(), ...known.keys()].filter((id) => known.get(id) !== now.get(id)) : [];
    const first = changed.find((id) => id.startsWith("clock-")) ?? changed[0];
    known = now;
    if (first) turned = Date.now();
    show(first ? pageOf(first) : page);
    if (first) tv.dispatchEvent(new CustomEvent("tv:changed", { detail: changed }));
  }

  new MutationObserver(look).observe(tv, { childList: true, characterData: true, subtree: true, attributes: true, attributeFilter: ["data-filled", "data-pages", "data-page", "data-at"] });
  setInterval(() => {
    if (pages() > 1 && Date.now() - turned >= TURN) { turned = Date.now(); show(page + 1); }
  }, 250);
  look();
})();
