// What other tabs of this table keep can be read here too, each text once; it stays theirs.
(() => {
  const RESTS = 3000; // milliseconds
  const device = draftsOnDevice, shown = new Set(), closed = new Set(); // texts
  if (new URLSearchParams(location.search).has("as")) return;

  const isHere = (text) => [...drafts.typed.values()].some(({ value }) => value === text);
  function isOffered(draft) {
    return draft && drafts.hasWords(draft) && !draft.press && !draft.entered && Date.now() - draft.at > RESTS && !closed.has(draft.value) && !isHere(draft.value);
  }
  const boxOf = (text) => `elsewhere:${text}`;
  function offer(draft) {
    const { value } = draft, called = draftFields.calledOf(draft);
    draftBoxes.show(boxOf(value), { words: `Typed in another tab${called && ` (${called})`}, not sent:`, value }, null, () => { closed.add(value); hide(value); });
    shown.add(value);
  }
  function hide(text) {
    shown.delete(text);
    draftBoxes.hide(boxOf(text));
  }
  async function look() {
    if (document.hidden) return;
    const found = new Map((await device.elsewhere()).map(device.read).filter(isOffered).map((draft) => [draft.value, draft]));
    for (const text of shown) if (!found.has(text)) hide(text);
    for (const [text, draft] of found) if (!shown.has(text)) offer(draft);
  }
  setInterval(look, device.BEAT);
})();
