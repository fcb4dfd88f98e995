// Moments: what is revealed rises, a scene opens, a full clock strikes; then the stage is empty again.
// Words come from the panels; this only lifts them onto the stage, one moment after the other, and their things with them.
(() => {
  const REVEAL = 2800, STRIKE = 3000, STRIKE_WITH_WORDS = 7000, MOST = 4;
  const tv = document.querySelector("[data-tv]");
  const stage = document.getElementById("moment");
  if (!tv || !stage) return;
  let known = readScene(), scene = sceneName(), waiting = [], playing = null;

  function sceneName() {
    return tv.querySelector(".tv-scene")?.textContent ?? "";
  }

  // Each thing on the table: its name where it is told, and whether it is a full clock.
  function readScene() {
    const things = tv.querySelectorAll("[id][data-clock], [id][data-tag], [id][data-character]");
    return new Map([...things].map((each) => {
      const name = each.querySelector("h3 bdi, b bdi, :scope > bdi")?.textContent ?? "";
      return [each.id, { name, masked: each.classList.contains("masked"), full: each.classList.contains("complete"), each }];
    }));
  }

  // What a moment is about is lifted where it stands; its words lie where they do not cover that.
  function lift(things) {
    for (const each of tv.querySelectorAll("[data-lifted]")) each.removeAttribute("data-lifted");
    const shown = things.filter((each) => each.isConnected && each.getClientRects().length);
    for (const each of shown) each.toggleAttribute("data-lifted", true);
    tv.toggleAttribute("data-lifting", shown.length > 0);
    const low = shown.length > 0 && shown.every((each) => { const { top, bottom } = each.getBoundingClientRect(); return top + bottom > innerHeight; });
    stage.toggleAttribute("data-low", low);
  }

  function next() {
    stage.hidden = true;
    stage.replaceChildren();
    playing = waiting.shift() ?? null;
    lift(playing?.things ?? []);
    if (!playing) return;
    stage.dataset.kind = playing.kind;
    stage.replaceChildren(...playing.lines);
    stage.hidden = false;
    playing.timer = setTimeout(next, playing.lasts);
  }

  function play(kind, lines, lasts, things = []) {
    waiting = [...waiting.filter((each) => each.kind !== kind || kind === "full"), { kind, lines, lasts, things }];
    if (!playing) next();
  }

  function named(name, of) {
    const line = document.createElement("p");
    line.className = `moment-name ${of?.classList.contains("threat") ? "threat" : ""}`;
    line.textContent = name;
    return line;
  }

  // A clock that stands within something larger leaves the telling to that.
  function strike(clock) {
    if (tv.querySelector(`[data-tells] [data-clock="${clock.dataset.clock}"]`)) return;
    const words = clock.querySelector(".moment");
    if (words) play("full", [...words.cloneNode(true).children], words.querySelector(".moment-text") ? STRIKE_WITH_WORDS : STRIKE, [clock]);
  }

  // What was hidden or taken off is not told a moment later.
  function hush(before) {
    const gone = [...before].some(([id, was]) => was.name && known.get(id)?.name !== was.name);
    if (!gone) return;
    waiting = [];
    clearTimeout(playing?.timer);
    next();
  }

  tv.addEventListener("tv:changed", () => {
    const before = known, sceneBefore = scene;
    known = readScene();
    scene = sceneName();
    hush(before);
    for (const [id, now] of known) if (now.full && before.get(id)?.full === false) strike(now.each);
    if (scene && scene !== sceneBefore) return play("scene", [named(scene)], REVEAL);
    const risen = [...known].filter(([id, now]) => now.name && !now.masked && (!before.get(id)?.name || before.get(id).masked));
    if (risen.length && risen.length <= MOST) play("reveal", risen.map(([, now]) => named(now.name, now.each)), REVEAL, risen.map(([, now]) => now.each));
  });
})();
