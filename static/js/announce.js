// Tells screen readers what changed: politely, once, at most every two seconds, and not what they did themselves.
(() => {
  const EVERY = 2000;
  const GONE = { "[data-tag": "A tag is gone", "[data-condition": "A condition is gone" }; // its name is secret again
  const place = document.getElementById("announcer");
  const stream = document.getElementById("live");
  if (!place || !stream) return;
  let waiting = new Map(), timer = null, own = -1000, known = readPage();

  function speak() {
    const isThere = ([of, label]) => label === GONE[kind(of)] || document.querySelector(of);
    const there = [...waiting].filter(isThere); // the others were hidden since
    place.textContent = there.map(([, label]) => label).join(". ");
    waiting = new Map();
    timer = setTimeout(() => {
      timer = null;
      if (waiting.size) speak(); else place.textContent = ""; // what is hidden later stands nowhere
    }, EVERY);
  }

  function kind(of) { return of.split("=")[0]; }

  // The tags, conditions, checks and questions on this page: how each is found, and its words.
  function readPage() {
    const found = new Map();
    for (const each of document.querySelectorAll("[data-tag], [data-condition], .wait[id], .waiting[id], [data-asks][id]")) {
      const { tag, condition } = each.dataset;
      const of = tag ? `[data-tag="${tag}"]` : condition ? `[data-condition="${condition}"]` : `[id="${each.id}"]`;
      const whose = tag ? "Tag" : condition && each.closest("[data-character]")?.querySelector("h3 bdi")?.textContent;
      const said = each.querySelector(":scope > details > summary, :scope > span, :scope > b") ?? each;
      const words = said.textContent.replace(/\s+/g, " ").replace(/ (?=,)/g, "").trim();
      if (!found.has(of)) found.set(of, whose ? `${whose}: ${words}` : words);
    }
    return found;
  }

  function add(of, label) {
    if (performance.now() - own < 1000) return;
    waiting.set(of, label);
    if (!timer) speak();
  }

  for (const moment of ["htmx:before:request", "htmx:after:request"]) { // the stream may be quicker than the reply
    document.addEventListener(moment, (event) => {
      if (event.target.closest?.("[data-press]")) own = performance.now();
    });
  }
  document.addEventListener("htmx:after:settle", (event) => {
    const label = event.target.querySelector?.("[role=img][aria-label]")?.getAttribute("aria-label");
    if (event.target.dataset?.clock && label) return add(`#${event.target.id}`, label);
    const before = known;
    known = readPage();
    for (const [of, words] of known) if (before.get(of) !== words) add(of, words);
    for (const of of before.keys()) if (!known.has(of) && GONE[kind(of)]) add(of, GONE[kind(of)]);
  });
})();
