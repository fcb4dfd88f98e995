// This device's memory of drafts. Each page of a tab keeps its own, so that nothing is written over what an earlier one
// left; what a tab left that is gone is taken over by another. A tab is there while it holds the lock of its name, or,
// where a browser has no locks, while its heart beats.
const draftsOnDevice = (() => {
  const BEAT = 3000, LATE = 4 * BEAT, PATIENCE = 700, UNDER_WAY = 5000, AGAIN = 1500; // milliseconds
  const { ALL, attempt, read, forget, named } = draftStore;
  const TAB = "tableside:tab:", STORE = `${ALL}${draftFields.table}#`;
  const random = (parts) => [...crypto.getRandomValues(new Uint32Array(parts))].map((each) => each.toString(36)).join("");
  const load = random(1);
  let tab = attempt(() => sessionStorage["tableside:tab"] ??= random(1), ""), release = null, beats = null, many = 0;

  const write = (name, draft) => draftStore.write(name, { ...draft, table: draftFields.tableName() }); // which may be removed
  const nameOf = (key) => `${STORE}${key}@${tab}.${load}`;
  const oneMore = (key) => `${nameOf(key)}.${many += 1}`; // of several texts for one field
  const keyIn = (name) => name.slice(STORE.length, name.lastIndexOf("@"));
  const ownerOf = (name) => name.slice(name.lastIndexOf("@") + 1).split(".")[0];
  const isOwn = (name) => ownerOf(name) === tab;
  const isMine = (name) => name.slice(name.lastIndexOf("@") + 1).startsWith(`${tab}.${load}`);

  function hold() {
    if (!navigator.locks) return beat();
    return new Promise((done) => {
      const held = () => new Promise((free) => { release = free; done(true); });
      navigator.locks.request(TAB + tab, { signal: AbortSignal.timeout(PATIENCE) }, held).catch(() => done(false));
    });
  }
  function beat() {
    attempt(() => localStorage.setItem(TAB + tab, Date.now()));
    beats ??= setInterval(beat, BEAT);
    return true;
  }
  function leave() {
    release?.();
    release = null;
    if (beats) attempt(() => localStorage.removeItem(TAB + tab));
  }
  // A tab that was copied has the name of the other; then it takes one of its own.
  async function begin() {
    await draftStore.begin();
    if (await hold()) return;
    tab = random(1);
    attempt(() => { sessionStorage["tableside:tab"] = tab; });
    await hold();
  }
  async function living() {
    if (navigator.locks) return new Set((await navigator.locks.query()).held.map(({ name }) => name));
    return attempt(() => new Set(Object.keys(localStorage).filter((name) => name.startsWith(TAB) && Date.now() - localStorage.getItem(name) < LATE)), new Set());
  }

  // What nobody keeps any more. Of a tab that was there a moment ago only at the second look: it may be loading again.
  let free = new Set();
  async function leftOver(first) {
    if (!first) await draftStore.look();
    const kept = named(STORE).filter((name) => first ? !isMine(name) : !isOwn(name));
    if (!kept.length) return [];
    const alive = await living(), left = kept.filter((name) => isOwn(name) || !alive.has(TAB + ownerOf(name)));
    const ready = left.filter((name) => first || free.has(name));
    free = new Set(left);
    ready.forEach(draftStore.settle);
    return ready;
  }

  // What other tabs keep that are there.
  async function elsewhere() {
    const kept = named(STORE).filter((name) => !isOwn(name)), alive = kept.length ? await living() : new Set();
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
  document.addEventListener("table:line", ({ detail: { name, value } }) => value ? write(name, value) : forget(name)); // gm/entered_lines.js
  return { BEAT, STORE, nameOf, oneMore, keyIn, isOwn, read, write, forget, named, begin, leave, leftOver, elsewhere, takenOf, newPress: () => random(4) };
})();
