// What comes to light is a moment on a player's page as well: its name over everything, a glow on its card.
(() => {
  const LASTS = 2800, MOST = 4;
  const stage = document.querySelector("[data-moment]");
  if (!stage) return;
  let known = look(), looking = null, leaving = null;

  // Each thing that is known as it is, and its name.
  function look() {
    const things = document.querySelectorAll(":is(.on-clocks [data-clock], .on-tags [data-tag], .on-cast [data-character]):not(.masked, .rumour)");
    return new Map([...things].map((each) => [each.id, each.querySelector("h3 bdi, summary bdi")?.textContent]));
  }

  function leave() {
    stage.hidden = true;
    stage.replaceChildren();
  }

  function rise(ids) {
    stage.replaceChildren(...ids.map((id) => {
      document.getElementById(id).classList.add("risen");
      return Object.assign(document.createElement("p"), { textContent: known.get(id) });
    }));
    stage.hidden = false;
    clearTimeout(leaving);
    leaving = setTimeout(leave, LASTS);
  }

  function compare() {
    const before = known;
    known = look();
    if ([...before.keys()].some((id) => !known.has(id))) leave();
    const risen = [...known.keys()].filter((id) => !before.has(id));
    if (risen.length && risen.length <= MOST && !document.hidden) rise(risen);
  }

  document.addEventListener("htmx:after:settle", () => {
    clearTimeout(looking);
    looking = setTimeout(compare);
  });
})();
