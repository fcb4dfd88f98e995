// What is typed and not sent is a draft. It stays through every change of the page, texts outlast a reload (on this
// device, for a day), and it goes once the server took it or somebody discards it. Each draft knows the text it began
// from, so that what others wrote there meanwhile is shown beside it and not overwritten. A field without a draft
// follows the server.
const drafts = (() => {
  const { page, all: fields, isField, hasNewer, outlasts, same, valueOf, baseOf, set, keyOf, placeIn } = draftFields;
  const device = draftsOnDevice, { say, offer, tellDiscarded } = draftBoxes;
  const PAUSE = 400, SOON = 5000; // milliseconds
  const typed = new Map(); // by field: its value, the server's value from which it began, when, what of it is on its way
  const left = new Map(); // what earlier pages left, by field: under which names
  let waiting = new Set(), storing = null, begun = false, started = false, refusedAt = -SOON;

  function store() {
    clearTimeout(storing);
    storing = null;
    if (!begun) return;
    for (const key of waiting) if (typed.has(key)) device.write(device.nameOf(key), { ...typed.get(key), sending: undefined, choices: choicesBeside(key) });
    waiting = new Set();
  }
  // What was chosen is kept with the words of its form, and not without them.
  const beside = (key) => [...typed].filter(([each]) => each !== key && draftFields.formIn(each) === draftFields.formIn(key));
  const choicesBeside = (key) => beside(key).filter(([, { choice }]) => choice).map(([each, { value }]) => [each, value]);
  function storeSoon(key) {
    for (const [each, { choice }] of typed.get(key)?.choice ? beside(key) : [[key, {}]]) if (!choice) waiting.add(each);
    storing ??= setTimeout(store, PAUSE); // also in the middle of typing
  }
  function drop(key) {
    if (typed.get(key)?.kept) draftBoxes.unsay(fieldOf(key));
    typed.delete(key);
    waiting.delete(key);
    device.forget(device.nameOf(key));
  }

  // ---- typing ---------------------------------------------------------------------------------------

  function note(field) {
    const key = keyOf(field), value = valueOf(field), was = typed.get(key), began = was?.base ?? baseOf(field);
    if (value === began && value === baseOf(field) && was?.sending === undefined) return drop(key);
    typed.set(key, { value, base: began, at: Date.now(), sending: was?.sending, press: value === was?.sending ? was?.press : undefined, choice: !outlasts(field), kept: was?.kept, ...draftFields.aboutOf(field) });
    storeSoon(key);
  }
  function noted({ target }) {
    if (!isField(target)) return;
    const group = target.type === "radio" ? fields(target.form ?? document).filter(({ name }) => name === target.name) : [target];
    for (const each of group) note(each);
  }
  document.addEventListener("input", noted);
  document.addEventListener("change", noted);
  // Scripts alone reset forms. It is noted before another script runs, since a swap would put back what was typed.
  document.addEventListener("reset", ({ target }) => queueMicrotask(() => {
    if (target.closest(".asking")) askAbout(target); // another thing
    else for (const each of fields(target)) note(each);
  }));
  function askAbout(form) {
    for (const each of fields(form)) draftBoxes.unsay(each);
    show();
  }
  addEventListener("pagehide", () => { store(); device.leave(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) store(); });

  // ---- the page changes -----------------------------------------------------------------------------

  // What was left for a field goes into it; beside another text, of this page or of an earlier one, it is offered.
  function adopt(field, key) {
    if (!outlasts(field) || (started && !typed.has(key) && field.matches(":focus"))) return; // somebody is about to type there
    const drafts = left.get(key).map((name) => [name, device.read(name)]).filter(([, draft]) => draft).sort(([a, one], [b, other]) => device.isOwn(b) - device.isOwn(a) || other.at - one.at);
    left.delete(key);
    if (![baseOf(field), ...drafts.map(([, { value }]) => value)].includes(valueOf(field))) note(field);
    for (const [name, draft] of drafts) {
      device.forget(name);
      draftBoxes.hide(name);
      if (draft.value === baseOf(field) || draft.value === typed.get(key)?.value) continue;
      if (typed.has(key)) setAside({ label: draftFields.labelOf(field), ...draft });
      else takeUp(key, draft);
    }
  }
  function takeUp(key, draft) {
    typed.set(key, { ...draft, left: true, kept: undefined, gone: undefined });
    for (const [each, value] of draft.choices ?? []) if (!typed.has(each)) typed.set(each, { value, at: draft.at, choice: true });
    storeSoon(key);
  }
  const hasWords = ({ value }) => typeof value === "string" && /\p{L}/u.test(value);
  function setAside(draft) {
    const called = draftFields.calledOf(draft);
    if (hasWords(draft)) offer({ value: draft.value, of: draft.of, at: draft.at, words: `Another text${called && ` for ${called}`}, from ${timeOf(draft.at)}:` });
  }

  function show(root = document) {
    const found = fields().map((field) => [field, keyOf(field)]), here = new Set(found.map(([, key]) => key));
    for (const [field, key] of found) if (left.has(key)) adopt(field, key);
    for (const [field, key] of found) {
      if (typed.has(key)) keep(field, key, typed.get(key));
      else if (root.contains(field) && field.form?.hasAttribute("data-keeps-values") && valueOf(field) !== baseOf(field)) set(field, baseOf(field));
    }
    if (started) document.dispatchEvent(new CustomEvent("table:fields", { detail: here }));
    document.dispatchEvent(new CustomEvent("table:drafts"));
  }

  function keep(field, key, draft) {
    const now = baseOf(field);
    if (valueOf(field) !== draft.value) set(field, draft.value);
    if (draft.sending !== undefined && same(now, draft.sending)) draft.base = now; // one's own, which came before its answer
    if (same(now, draft.value) && (now === draft.value || draft.sending !== undefined)) return drop(key); // it is saved
    if (hasNewer(field) && draft.base !== null && !same(now, draft.base)) return ask(field, key, draft, now);
    if (draft.kept) return sayKept(field);
    const sheet = field.closest("[data-keeps-all]"), from = `from ${timeOf(draft.at)}`;
    if (!draft.left || field.closest("#add")) return;
    if (sheet) return sayOf(sheet, from);
    say(field, draft.press ? `Perhaps sent already, ${from}.` : `Not sent yet, ${from}.`, { Discard: () => discardAll([[field, key]]) });
  }
  function sayOf(sheet, from) {
    const drafted = () => fields(sheet).map((field) => [field, keyOf(field)]).filter(([, key]) => typed.has(key));
    say(sheet.firstElementChild, `Not saved yet, ${from}.`, { Discard: () => discardAll(drafted()) });
  }

  // With the last words of a form goes what was chosen there.
  function discardAll(found) {
    const keys = found.map(([, key]) => key), rest = fields(found[0][0].form).map((field) => [field, keyOf(field)]).filter(([, key]) => typed.has(key) && !keys.includes(key));
    const all = rest.every(([, key]) => typed.get(key).choice) ? [...found, ...rest] : found, were = all.map(([, key]) => [key, typed.get(key)]);
    for (const each of all) discard(...each);
    tellDiscarded({ key: were[0][0], of: were[0][1], puts: () => putBack(were) });
  }
  function putBack(were) {
    for (const [key, draft] of were) {
      if (typed.has(key)) setAside(typed.get(key));
      typed.set(key, draft);
      storeSoon(key);
    }
    show();
  }
  const timeOf = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  function discard(field, key) {
    drop(key);
    set(field, baseOf(field));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // What another tab of this device saves it tells the others as it sends it, so that nobody is told of themselves.
  const SENT = "tableside:sent", sentElsewhere = new Map();
  addEventListener("storage", ({ key, newValue }) => { if (key === SENT && newValue) sentElsewhere.set(...JSON.parse(newValue)); });
  function tellSent(key, value) {
    draftStore.attempt(() => { localStorage.setItem(SENT, JSON.stringify([key, value])); localStorage.removeItem(SENT); });
  }

  // Another text was saved here: both are read, and one is chosen.
  function ask(field, key, draft, theirs) {
    const isOwn = sentElsewhere.has(key) && same(sentElsewhere.get(key), theirs);
    const where = isOwn ? "You wrote here in another tab meanwhile:" : "Somebody changed this meanwhile:";
    const said = say(field, theirs ? where : "Somebody emptied this meanwhile.", {
      [isOwn ? "Keep this" : "Keep mine"]: () => { store(waiting.add(key), typed.set(key, { ...draft, value: valueOf(field), base: theirs, left: false, kept: true })); sayKept(field); },
      [isOwn ? "Use that" : "Use theirs"]: () => {
        discard(field, key);
        if (hasWords(draft)) offer({ value: draft.value, of: draft.of, at: Date.now(), words: `Your text for ${draftFields.labelOf(field)}, which you did not use:` });
      },
    }, theirs);
    if (performance.now() - refusedAt < SOON) said.scrollIntoView({ block: "nearest" });
  }
  function sayKept(field) {
    const button = field.form?.querySelector("button:not([type=button])")?.textContent.trim() ?? "Save";
    say(field, `Yours is not saved yet. Press ${button} to put it in place of the other.`, {});
  }

  document.addEventListener("htmx:after:swap", ({ target }) => show(target));
  document.addEventListener("table:fresh", () => show());

  // ---- what earlier pages and other tabs left ------------------------------------------------------------

  async function gather(first) {
    const names = await device.leftOver(first), pressed = names.map(device.read).filter((draft) => draft?.press);
    const taken = await device.takenOf(pressed);
    for (const name of names) {
      const draft = device.read(name), key = device.keyIn(name);
      if (!draft) continue;
      if (taken?.includes(draft.press)) device.forget(name);
      else if (draft.entered) document.dispatchEvent(new CustomEvent("table:left", { detail: { name, draft } }));
      else if (draft.box) draftBoxes.takeOver(name);
      else left.set(key, [...new Set([...left.get(key) ?? [], takeOver(name, draft, taken)])]);
    }
    return names.length > 0;
  }
  function takeOver(name, draft, taken) {
    if (draft.press && taken) device.write(name, { ...draft, press: undefined }); // it never arrived
    if (!draft.gone) return name;
    const own = device.oneMore(device.keyIn(name));
    device.write(own, draft);
    device.forget(name);
    return own;
  }

  // Whether the table took what went along with a press that it did not answer, as soon as it can say so.
  async function askAgain() {
    const names = [...left.values()].flat().filter((name) => device.read(name)?.press);
    const open = [...typed].filter(([, { left: waits, press }]) => waits && press);
    const taken = await device.takenOf([...names.map(device.read), ...open.map(([, draft]) => draft)]);
    for (const name of taken ? names : []) {
      const draft = device.read(name);
      if (draft && taken.includes(draft.press)) device.forget(name);
      else if (draft) device.write(name, { ...draft, press: undefined });
    }
    for (const [key, draft] of taken ? open : []) {
      if (typed.get(key) !== draft) continue; // typed on since
      if (taken.includes(draft.press)) arrived(key);
      else storeSoon(key, delete draft.press);
    }
    return Boolean(taken) && names.length + open.length > 0;
  }
  const fieldOf = (key) => fields().find((each) => keyOf(each) === key);
  function arrived(key) {
    const field = fieldOf(key);
    if (!field) return drop(key);
    draftBoxes.unsay(field);
    discard(field, key);
  }

  async function start() {
    await device.begin();
    begun = true;
    store();
    await gather(true);
    for (const field of fields()) { // typed before this script came, or filled in again by the browser
      const key = keyOf(field), kept = (left.get(key) ?? []).map((name) => device.read(name)?.value);
      if (valueOf(field) !== baseOf(field) && !kept.includes(valueOf(field)) && !field.closest("[data-pending]")) note(field);
    }
    show();
    started = true;
    store();
    show();
    setInterval(async () => { if (await askAgain() || await gather(false)) show(); }, device.BEAT);
  }
  if (!new URLSearchParams(location.search).has("as")) start(); // who looks as somebody else types nothing

  return { typed, left, drop, tellSent, store, storeSoon, choicesBeside, hasWords, refused: () => { refusedAt = performance.now(); } };
})();
