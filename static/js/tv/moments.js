// The band tells what just happened and what is to be rolled, at most two side by side: what happened until everybody could
// read it, then the newest of it in one line. What weighs most comes alone, one after the other, after the dice: on the whole
// screen, or in the band in a fight or a race, where names and tracks stay in view. What happened before the page came is
// past. (js/moments.js says what is over.)
(() => {
  const READ = 12000, SOON = 5000, STAGE = 6000, SHORT = 4000, NAME = 3000, DICE = 2500, ABREAST = 2, WAIT = 2, BRIEF = 0.9, LEAST = 0.5, STEP = 0.05;
  const tv = document.querySelector("[data-tv]");
  if (!tv) return;
  const band = tv.querySelector("[data-band]");
  const find = (words) => [...tv.querySelectorAll(words)];
  const key = ({ dataset }) => `${dataset.moment} ${dataset.stage}`;
  const known = new Map();
  let queue = [], playing = null, started = false, fitted = "";

  const staged = (of) => find("[data-staged]").filter(({ dataset }) => dataset.staged === of);
  const inFight = () => !band || Boolean(tv.querySelector("#layout[data-form=stage], #turn:not([hidden])"));

  const placeOf = ({ dataset }) => inFight() && !dataset.kind.endsWith("ended") ? "band" : "screen"; // what is over is in nobody's way

  const say = (what, detail) => document.dispatchEvent(new CustomEvent(what, { detail }));

  // Each stage of a moment once: what has the screen alone is a line of the band afterwards.
  function meet(each) {
    if (known.has(key(each))) return;
    const met = { since: 0, read: !started, before: !started };
    known.set(key(each), met);
    const alone = staged(key(each));
    if (!started || !alone.length) return;
    const rolled = each.querySelector(".tv-dice");
    met.read = !rolled;
    alone.forEach((_, at) => queue.push({ of: key(each), at, from: Date.now() + (rolled ? DICE : 0) }));
    queue.splice(0, queue.length - WAIT);
  }

  function play() {
    const now = Date.now(), on = playing && staged(playing.of)[playing.at];
    if (on && now < playing.until && playing.place === placeOf(on)) return on.setAttribute("data-on", playing.place);
    if (playing) {
      const lasted = now - playing.since;
      for (const met of known.values()) if (met.since && !met.read) met.since += lasted;
      on?.removeAttribute("data-on");
      playing = null;
    }
    queue = queue.filter(({ of, at }) => staged(of)[at]);
    if (!queue.length || queue[0].from > now) return;
    const { of, at } = queue.shift(), next = staged(of)[at], place = placeOf(next), short = ["scene.began", "thing.seen"].includes(next.dataset.kind);
    playing = { of, at, place, since: now, until: now + (short ? NAME : place === "band" ? SHORT : STAGE) };
    next.setAttribute("data-on", place);
    say("moment:stage", next);
    // What happened before it and was not told yet would be old news.
    const follows = (each) => next.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
    for (const each of find("[data-moment]").filter(follows)) {
      const met = known.get(key(each));
      if (met && !met.since) met.read = true;
    }
  }

  function arrange() {
    const now = Date.now(), fresh = find("[data-moment][data-shown]"), called = find("[data-check]");
    const met = (each) => known.get(key(each));
    for (const each of [...fresh].reverse()) meet(each);
    started = true;
    play();
    const told = fresh.filter((each) => !met(each).before);
    const unread = told.filter((each) => !met(each).read);
    const waiting = unread.filter((each) => !met(each).since);
    for (const each of waiting.splice(WAIT)) met(each).read = true;
    let large = unread.filter((each) => met(each).since);
    if (!playing) {
      large = large.filter((each) => now - met(each).since < READ);
      const oldest = large[large.length - 1];
      if (waiting.length && large.length === ABREAST && now - met(oldest).since >= SOON) large.pop();
      for (const each of unread) if (met(each).since && !large.includes(each)) met(each).read = true;
      for (const each of waiting.slice(Math.max(waiting.length + large.length - ABREAST, 0))) {
        met(each).since = now;
        large.push(each);
        say("moment:large", each);
      }
    }
    const shown = [...large, ...called.slice(0, Math.max(ABREAST - large.length, 0))];
    for (const each of [...find("[data-moment]"), ...called]) {
      each.toggleAttribute("data-large", shown.includes(each));
      each.toggleAttribute("data-aside", !shown.length && each === told[0]);
    }
    if (!band) return;
    const open = playing?.place === "band" ? "stage" : shown.length ? String(shown.length) : told.length ? "line" : "";
    if ((band.dataset.open ?? "") !== open) open ? band.dataset.open = open : delete band.dataset.open;
    fit([...shown.map((each) => each.querySelector(".tv-card")), ...find("[data-on] > .tv-stage-says")]);
  }

  // A card that has more to say than room leaves out what counted for its dice, then is drawn smaller until nothing is cut.
  function fit(cards) {
    if (!cards.length) { fitted = ""; return; }
    const drawn = [...cards.map((card) => card.innerHTML), band.dataset.open, innerWidth, innerHeight, document.fonts.status].join();
    if (drawn === fitted) return;
    fitted = drawn;
    for (const card of cards) {
      const isCut = () => card.scrollHeight > card.clientHeight + 1 || card.scrollWidth > card.clientWidth + 1;
      const set = (part) => card.style.setProperty("--fit", part.toFixed(2));
      card.removeAttribute("data-brief");
      for (let part = 1; set(part), isCut() && part > LEAST; part -= STEP) card.toggleAttribute("data-brief", part < BRIEF);
    }
  }

  // Who skips the dice has what they filled at once.
  document.addEventListener("dice:skipped", () => {
    for (const each of queue) each.from = Date.now();
    arrange();
  });
  document.addEventListener("htmx:after:settle", ({ target }) => { if (tv.contains(target)) arrange(); });
  addEventListener("resize", arrange);
  document.fonts.ready.then(arrange);
  setInterval(arrange, 500);
  arrange();
})();
