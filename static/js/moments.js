// What comes to light, or a scene that begins, is a moment on a player's page as well: its name over everything,
// and its card fades in.
(() => {
  const LASTS = 2800, MOST = 4;
  const stage = document.querySelector("[data-moment]");
  if (!stage) return;
  const sceneName = () => document.querySelector("#scene h2")?.textContent;
  let known = readScene(), scene = sceneName(), looking, leaving;

  // Each thing that is known as it is, and its name.
  function readScene() {
    const things = document.querySelectorAll(":is(.on-clocks [data-clock], .on-tags [data-tag], .on-cast [data-character]):not(.masked, .rumour)");
    return new Map([...things].map((each) => [each.id, each.querySelector("h3 bdi, summary bdi")?.textContent]));
  }

  function leave() {
    stage.hidden = true;
    stage.replaceChildren();
  }

  function rise(names) {
    stage.innerText = names.join("\n");
    stage.hidden = false;
    clearTimeout(leaving);
    leaving = setTimeout(leave, LASTS);
  }

  function compare() {
    const before = known, sceneBefore = scene;
    known = readScene();
    scene = sceneName();
    if ([...before.keys()].some((id) => !known.has(id))) leave();
    const risen = [...known.keys()].filter((id) => !before.has(id));
    if (document.hidden) return;
    for (const id of risen) document.getElementById(id).classList.add("risen");
    if (scene && scene !== sceneBefore) rise([scene]);
    else if (risen.length && risen.length <= MOST) rise(risen.map((id) => known.get(id)));
  }

  document.addEventListener("htmx:after:settle", ({ target }) => {
    if (known.has(target.id) && target.matches(":not(.masked, .rumour)") || target.closest?.("#journal")) return; // a tick
    clearTimeout(looking);
    looking = setTimeout(compare);
  });
})();
