// What other tabs of this table keep can be read here too; it stays theirs.
(() => {
  const RESTS = 3000; // milliseconds
  const device = draftsOnDevice, shown = new Map(), closed = new Map();
  if (new URLSearchParams(location.search).has("as")) return;

  function isOffered(name, draft) {
    return draft && drafts.hasWords(draft) && !draft.press && !draft.entered && Date.now() - draft.at > RESTS && closed.get(name) !== draft.value;
  }
  function offer(name, { value, heading, label }) {
    const called = [heading, label].filter(Boolean).join(", ");
    const hide = () => { closed.set(name, value); shown.delete(name); draftBoxes.hide(name); };
    draftBoxes.show(name, { words: called ? `Open in another tab, ${called}:` : "Open in another tab:", value }, null, hide);
    shown.set(name, value);
  }
  async function look() {
    if (document.hidden) return;
    const found = new Map((await device.elsewhere()).map((name) => [name, device.read(name)]).filter((each) => isOffered(...each)));
    for (const name of shown.keys()) if (!found.has(name)) draftBoxes.hide(name, shown.delete(name));
    for (const [name, draft] of found) if (shown.get(name) !== draft.value) offer(name, draft);
  }
  setInterval(look, device.BEAT);
})();
