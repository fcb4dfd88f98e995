// Tells screen readers what changed: politely, once, at most every two seconds, and not what they did themselves.
(() => {
  const EVERY = 2000;
  const place = document.getElementById("announcer");
  const stream = document.getElementById("live");
  if (!place || !stream) return;
  let waiting = new Map(), timer = null, own = 0;

  function speak() {
    const there = [...waiting].filter(([id]) => document.getElementById(id)); // the others were hidden since
    place.textContent = there.map(([, label]) => label).join(". ");
    waiting = new Map();
    timer = setTimeout(() => {
      timer = null;
      if (waiting.size) speak(); else place.textContent = ""; // what is hidden later stands nowhere
    }, EVERY);
  }

  for (const moment of ["htmx:before:request", "htmx:after:request"]) { // the stream may be quicker than the reply
    document.addEventListener(moment, (event) => {
      if (event.target.closest?.("[data-press]")) own = performance.now();
    });
  }
  document.addEventListener("htmx:after:settle", (event) => {
    const label = event.target.querySelector?.("[role=img][aria-label]")?.getAttribute("aria-label");
    if (!event.target.dataset?.clock || !label || performance.now() - own < 1000) return;
    waiting.set(event.target.id, label);
    if (!timer) speak();
  });
})();
