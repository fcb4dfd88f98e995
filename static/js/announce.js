// Tells screen readers what changed: politely, once, at most every two seconds, and not what they did themselves.
(() => {
  const EVERY = 2000;
  const GONE = { "[data-tag": "A tag is gone" }; // its name is secret again
  const wordsOf = (said) => said.textContent.replace(/\s+/g, " ").replace(/ (?=,)/g, "").trim();
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

  // The tags, checks and questions on this page: how each is found, and its words.
  function readPage() {
    const found = new Map();
    for (const each of document.querySelectorAll("[data-tag], .wait[id]:not(.moment), .waiting[id], [data-asks][id]")) {
      const { tag } = each.dataset;
      const of = tag ? `[data-tag="${tag}"]` : `[id="${each.id}"]`;
      const words = wordsOf(each.querySelector(":scope > details > summary, :scope > span, :scope > b") ?? each);
      if (!found.has(of)) found.set(of, tag ? `Tag: ${words}` : words);
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
  // What just happened is told once, as it comes or when its dice lie; what was pressed here the answer has told.
  const answered = new Set();
  document.addEventListener("moment:comes", ({ detail }) => { if (performance.now() - own < 1000) answered.add(detail.id); });
  document.addEventListener("moment:told", ({ detail }) => {
    if (!answered.delete(detail.id)) add(`#${detail.id}`, wordsOf(detail.querySelector(".moment-words") ?? detail));
  });
  document.addEventListener("htmx:after:settle", (event) => {
    const label = event.target.querySelector?.("[role=img][aria-label]")?.getAttribute("aria-label");
    if (event.target.dataset?.clock && label) { // one that is complete is a moment
      const of = `#${event.target.id}`;
      return event.target.matches(".complete") ? void waiting.delete(of) : add(of, label);
    }
    const before = known;
    known = readPage();
    for (const [of, words] of known) if (before.get(of) !== words) add(of, words);
    for (const of of before.keys()) if (!known.has(of) && GONE[kind(of)]) add(of, GONE[kind(of)]);
  });
})();
