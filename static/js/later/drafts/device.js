// This device's memory of drafts. Each page of a tab keeps its own, so that nothing is written over what an earlier one
// left; what a tab left that is gone is taken over by another. A tab is there while it holds the lock of its name, or,
// where a browser has no locks, while its heart beats.
const draftsOnDevice = (() => {
  const DAY = 86400000, BEAT = 3000, LATE = 4 * BEAT, PATIENCE = 700, UNDER_WAY = 5000, AGAIN = 1500; // milliseconds
  const ALL = "tableside:draft:", TAB = "tableside:tab:", STORE = `${ALL}${draftFields.table}#`;
  const attempt = (what, other = null) => { try { return what() ?? other; } catch { return other; } }; // a browser may store nothing
  const random = (parts) => [...crypto.getRandomValues(new Uint32Array(parts))].map((each) => each.toString(36)).join("");
  const load = random(1);
  let tab = attempt(() => sessionStorage["tableside:tab"] ??= random(1), ""), release = null, beats = null, many = 0;

  const nameOf = (key) => `${STORE}${key}@${tab}.${load}`;
  const oneMore = (key) => `${nameOf(key)}.${many += 1}`; // of several texts for one field
  const keyIn = (name) => name.slice(STORE.length, name.lastIndexOf("@"));
  const ownerOf = (name) => name.slice(name.lastIndexOf("@") + 1).split(".")[0];
  const isMine = (name) => name.slice(name.lastIndexOf("@") + 1).startsWith(`${tab}.${load}`);
  const read = (name) => attempt(() => JSON.parse(localStorage.getItem(name)));
  const write = (name, value) => attempt(() => localStorage.setItem(name, JSON.stringify(value)));
  const forget = (name) => attempt(() => localStorage.removeItem(name));
  const named = (start) => attempt(() => Object.keys(localStorage).filter((name) => name.startsWith(start)), []);

  function hold() {
    if (!navigator.locks) return beat();
    return new Promise((done) => {
      const held = () => new Promise((free) => { release = free; done(true); });
      navigator.locks.request(TAB + tab, { signal: AbortSignal.timeout(PATIENCE) }, held).catch(() => done(false));
    });
  }
  function beat() {
    write(TAB + tab, Date.now());
    beats ??= setInterval(beat, BEAT);
    return true;
  }
  function leave() {
    release?.();
    release = null;
    if (beats) forget(TAB + tab);
  }
  // A tab that was copied has the name of the other; then it takes one of its own.
  async function begin() {
    if (await hold()) return;
    tab = random(1);
    attempt(() => { sessionStorage["tableside:tab"] = tab; });
    await hold();
  }
  async function living() {
    if (navigator.locks) return new Set((await navigator.locks.query()).held.map(({ name }) => name));
    return new Set(named(TAB).filter((name) => Date.now() - read(name) < LATE));
  }

  // What nobody keeps any more. Of a tab that was there a moment ago only at the second look: it may be loading again.
  let free = new Set();
  async function leftOver(first) {
    for (const name of named(ALL)) if (!(Date.now() - read(name)?.at < DAY)) forget(name);
    const kept = named(STORE).filter((name) => first ? !isMine(name) : ownerOf(name) !== tab);
    if (!kept.length) return [];
    const alive = await living(), left = kept.filter((name) => ownerOf(name) === tab || !alive.has(TAB + ownerOf(name)));
    const ready = left.filter((name) => first || free.has(name));
    free = new Set(left);
    return ready;
  }

  // What other tabs keep that are there.
  async function elsewhere() {
    const kept = named(STORE).filter((name) => ownerOf(name) !== tab), alive = kept.length ? await living() : new Set();
    return kept.filter((name) => alive.has(TAB + ownerOf(name)));
  }

  // Of presses whose answer did not come, those that were taken; null where the server does not say.
  async function takenOf(presses, now = true) {
    if (!presses.length) return [];
    try {
      const answer = await fetch(`${draftFields.table}/pressed?${presses.map(({ press }) => `key=${press}`).join("&")}`);
      const { taken } = await answer.json();
      const open = presses.filter(({ press, at }) => !taken.includes(press) && Date.now() - at < UNDER_WAY);
      if (!open.length || !now) return taken;
      await new Promise((done) => setTimeout(done, AGAIN));
      return [...taken, ...await takenOf(open, false) ?? []];
    } catch { return null; }
  }

  addEventListener("pageshow", ({ persisted }) => { if (persisted) hold(); });
  return { BEAT, STORE, nameOf, oneMore, keyIn, read, write, forget, named, begin, leave, leftOver, elsewhere, takenOf, newPress: () => random(4) };
})();
