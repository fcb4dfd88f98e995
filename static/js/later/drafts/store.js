// Where drafts are kept: on the disk (IndexedDB), since a browser that is killed takes the last minute of localStorage
// along, and in memory, so that they are read at once. What the disk has not confirmed, or cannot hold, stands in
// localStorage, which also tells the other tabs.
const draftStore = (() => {
  const ALL = "tableside:draft:", PATIENCE = 1000, LONG = 60000, DAY = 86400000; // milliseconds
  const attempt = (what, other = null) => { try { return what() ?? other; } catch { return other; } }; // a browser may store nothing
  const parse = (text) => attempt(() => JSON.parse(text));
  let disk; // null where there is none, undefined until that is known
  let texts = new Map(); // by name
  const early = new Set(); // the names of what was written until then

  const isDraft = (name) => name?.startsWith(ALL);
  const unconfirmed = () => attempt(() => Object.entries(localStorage).filter(([name]) => isDraft(name)), []);
  const ageOf = (text) => Date.now() - parse(text)?.at;
  function set(name, text) {
    if (text && !parse(text)?.forgotten) texts.set(name, text);
    else texts.delete(name);
  }

  function open() {
    return new Promise((done) => {
      setTimeout(done, PATIENCE, null);
      const opening = attempt(() => indexedDB.open("tableside", 1));
      if (!opening) return done(null);
      opening.onupgradeneeded = () => opening.result.createObjectStore("drafts");
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => done(null);
    });
  }
  async function begin() {
    disk = await open() ?? null;
    if (disk) disk.onclose = () => { disk = null; };
    await look();
    for (const [name, text] of unconfirmed()) if (parse(text)?.forgotten && ageOf(text) > LONG) toDisk(name, text);
    for (const name of early) put(name, parse(texts.get(name)));
  }
  function onDisk() {
    return new Promise((done) => {
      const found = new Map(), reading = attempt(() => disk.transaction("drafts").objectStore("drafts").openCursor());
      if (!reading) return done(found);
      reading.onerror = () => done(found);
      reading.onsuccess = () => {
        const at = reading.result;
        if (!at) return done(found);
        found.set(at.key, at.value);
        at.continue();
      };
    });
  }
  // All that is kept, also by other tabs, for a day. A browser that was killed may still have an older text in localStorage.
  async function look() {
    const before = unconfirmed();
    texts = await onDisk();
    for (const [name, text] of [...before, ...unconfirmed()]) if (!(ageOf(texts.get(name)) < ageOf(text))) set(name, text);
    for (const [name, text] of texts) if (!(ageOf(text) < DAY)) put(name, null);
  }
  addEventListener("storage", ({ key, newValue }) => { if (isDraft(key) && (newValue || !disk)) set(key, newValue); });

  function put(name, value) {
    const text = JSON.stringify(value ?? { forgotten: true, at: Date.now() });
    set(name, text);
    if (disk === undefined) early.add(name);
    attempt(() => value || disk !== null ? localStorage.setItem(name, text) : localStorage.removeItem(name));
    toDisk(name, text);
  }
  function toDisk(name, text) {
    attempt(() => {
      const writing = disk.transaction("drafts", "readwrite", { durability: "strict" }), drafts = writing.objectStore("drafts");
      writing.oncomplete = () => attempt(() => { if (localStorage.getItem(name) === text) localStorage.removeItem(name); });
      parse(text).forgotten ? drafts.delete(name) : drafts.put(text, name);
      writing.commit();
    });
  }
  // What a page left that ended before the disk had confirmed it.
  const settle = (name) => attempt(() => toDisk(name, localStorage.getItem(name)));

  return {
    ALL, attempt, begin, look, settle,
    read: (name) => parse(texts.get(name)), write: put, forget: (name) => put(name, null),
    named: (start) => [...texts.keys()].filter((name) => name.startsWith(start)),
  };
})();
