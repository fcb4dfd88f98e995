// What was typed about something that is gone is offered until it has its field again. A player's device keeps nothing
// about what its player may no longer see: the server says what they may know.
const goneDrafts = (() => {
  const { page, table, isPlayers, placeIn } = draftFields;
  const device = draftsOnDevice, { typed, left, drop, hasWords } = drafts;
  const BETWEEN = 3000; // milliseconds
  let here = new Set(), sifting = null, asked = -BETWEEN;

  const inspected = () => document.querySelector("#inspected[data-look]")?.dataset.hxGet;
  function all() {
    const earlier = [...left].flatMap(([key, names]) => names.map((name) => ({ key, name, draft: device.read(name) })));
    return [...[...typed].map(([key, draft]) => ({ key, draft })), ...earlier.filter(({ draft }) => draft)];
  }

  // With its thing, or a field alone of a thing that is still there.
  function lose({ key, name, draft }, withThing = false) {
    if (draft.sending !== undefined || draft.gone || draft.choice) return;
    if (name) device.forget(name);
    else drop(key);
    if (typeof draft.value !== "string" || !draft.value) return;
    const called = draftFields.calledOf(draft), kept = device.oneMore(key);
    const lost = { ...draft, gone: withThing ? "thing" : "field", words: called ? `Your text for ${called}, whose field is gone:` : "The field that you wrote in is gone. Your text:" };
    left.set(key, [...othersThan(draft, left.get(key) ?? []), kept]);
    if (hasWords(draft)) draftBoxes.offer(lost, kept);
    else device.write(kept, lost); // a number means nothing alone, and waits for its field
  }
  // Who types on while it goes has one text, not two.
  function othersThan({ value }, names) {
    const earlier = names.filter((name) => value.startsWith(device.read(name)?.value));
    for (const name of earlier) device.forget(name, draftBoxes.hide(name));
    return names.filter((name) => !earlier.includes(name));
  }
  function restore({ name, draft }) {
    device.write(name, { ...draft, gone: undefined });
    draftBoxes.hide(name);
  }
  const at = (place) => all().filter(({ key }) => placeIn(key) === place);
  const loseAt = (place) => at(place).forEach((each) => lose(each, true));
  const restoreAt = (place, page) => at(place).filter(({ key, draft }) => draft.gone === "thing" || draft.gone && page.includes(`"${draftFields.fieldIn(key)}"`)).forEach(restore);
  function loseMissing(keys) {
    if (isPlayers()) return siftSoon();
    all().filter(({ key, name }) => !name && keys.includes(key)).forEach((each) => lose(each));
  }

  document.addEventListener("table:fields", ({ detail }) => {
    here = detail;
    for (const { name, draft } of all()) if (draft.gone && hasWords(draft) && !draftBoxes.shown(name)) draftBoxes.offer(draft, name);
    if (isPlayers()) return siftSoon();
    const looked = location.search ? [inspected()] : [page, inspected()]; // of which all fields are here
    all().filter(({ key }) => looked.includes(placeIn(key)) && !here.has(key)).forEach((each) => lose(each));
  });

  // ---- a player's device ---------------------------------------------------------------------------------

  function siftSoon() {
    sifting ??= setTimeout(async () => { await sift(); sifting = null; }, Math.max(0, asked + BETWEEN - performance.now()));
  }
  async function sift() {
    const stored = device.named(device.STORE).map((name) => ({ name, draft: device.read(name) }));
    const about = [...stored, ...all()].map(({ draft }) => draft?.of).filter(Boolean), known = await whereAre(new Set(about));
    if (!known) return;
    const isHidden = ({ draft }) => draft?.of && !known.has(draft.of), hidden = [...all(), ...stored].filter(isHidden);
    for (const { key, name } of hidden) name ? device.forget(name, draftBoxes.hide(name)) : drop(key);
    if (hidden.some(({ draft }) => hasWords(draft))) sayHidden();
    for (const each of all()) {
      if (!isReachable(each, known)) lose(each);
      else if (each.draft.gone) restore(each);
    }
    document.dispatchEvent(new CustomEvent("table:drafts"));
  }
  async function whereAre(things) {
    const isShown = (of) => { const [what, id] = of.split("="); return document.querySelector(`[data-${what}="${id}"]`); };
    const known = new Map([...things].map((of) => [of, "here"])), others = [...things].filter((of) => !isShown(of));
    if (!others.length) return known;
    asked = performance.now();
    try {
      const answer = await fetch(`${table}/standing?${new URLSearchParams(others.map((of) => ["of", of]))}`), said = await answer.json();
      for (const of of others) if (!said.here.includes(of)) known.delete(of);
      for (const of of said.removed) known.set(of, "removed");
      return known;
    } catch { return null; }
  }
  function isReachable({ key, draft }, known) {
    const place = placeIn(key), where = known.get(draft.of) ?? "here", me = document.getElementById("me");
    if (here.has(key)) return true;
    if (place === page) return where === "here" && (/^note=/.test(draft.of) || isAsked(draft.of)); // a search left it out
    return where === "here" && !(place === `${table}/sheet` && me && draft.of !== `character=${me.dataset.character}`);
  }
  const isAsked = (of) => Boolean(document.querySelector(`[data-clock="${/^clock=(\d+)$/.exec(of)?.[1]}"] [data-ask]`)); // by a tap
  const sayHidden = () => draftBoxes.show("hidden", { words: "Your text about something that is now hidden from you was deleted from this device." }, null, () => draftBoxes.hide("hidden"));

  return { all, loseAt, restoreAt, loseMissing };
})();
