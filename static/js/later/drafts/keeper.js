// What is typed and not sent is a draft. It stays through every change of the page, texts outlast a reload (on this
// device, for a day), and it goes once the server took it or somebody discards it. Each draft knows the text it began
// from, so that what others wrote there meanwhile is shown beside it and not overwritten. A field without a draft
// follows the server.
const drafts = (() => {
  const { page, all: fields, isField, isText, outlasts, same, valueOf, baseOf, set, placeOf, keyOf, placeIn } = draftFields;
  const device = draftsOnDevice, { say, offer } = draftBoxes;
  const PAUSE = 400, SOON = 5000; // milliseconds
  const typed = new Map(); // by field: its value, the server's value from which it began, when, what of it is on its way
  const left = new Map(); // what earlier pages left, by field: under which name
  let waiting = new Set(), storing = null, started = false, refusedAt = -SOON;

  function store() {
    clearTimeout(storing);
    storing = null;
    if (!started) return;
    for (const key of waiting) if (typed.has(key)) device.write(device.nameOf(key), { ...typed.get(key), sending: undefined });
    waiting = new Set();
  }
  function storeSoon(key) {
    waiting.add(key);
    storing ??= setTimeout(store, PAUSE); // also in the middle of typing
  }
  function drop(key) {
    typed.delete(key);
    waiting.delete(key);
    device.forget(device.nameOf(key));
  }

  // ---- typing ---------------------------------------------------------------------------------------

  function note(field) {
    const key = keyOf(field), value = valueOf(field), was = typed.get(key), began = was?.base ?? baseOf(field);
    if (value === began && value === baseOf(field) && was?.sending === undefined) return drop(key);
    typed.set(key, { value, base: began, at: Date.now(), sending: was?.sending, press: value === was?.sending ? was?.press : undefined, ...draftFields.aboutOf(field) });
    if (outlasts(field)) storeSoon(key);
  }
  function noted({ target }) {
    if (!isField(target)) return;
    const group = target.type === "radio" ? fields(target.form ?? document).filter(({ name }) => name === target.name) : [target];
    for (const each of group) note(each);
  }
  document.addEventListener("input", noted);
  document.addEventListener("change", noted);
  // Scripts alone reset forms. It is noted before another script runs, since a swap would put back what was typed.
  document.addEventListener("reset", ({ target }) => queueMicrotask(() => { for (const each of fields(target)) note(each); }));
  addEventListener("pagehide", () => { store(); device.leave(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) store(); });

  // ---- the page changes -----------------------------------------------------------------------------

  function adopt(key, field) {
    const name = left.get(key), draft = name && device.read(name);
    if (!draft || !outlasts(field) || (field.value !== baseOf(field) && field.value !== draft.value)) return null;
    if (started && field.matches(":focus")) return null; // somebody is about to type there
    left.delete(key);
    device.forget(name);
    if (draft.value === baseOf(field)) return null;
    typed.set(key, { ...draft, left: true });
    storeSoon(key);
    return typed.get(key);
  }

  function show(root = document) {
    const here = new Set(), inspected = document.querySelector("#inspected[data-look]")?.dataset.hxGet;
    for (const field of fields()) {
      const key = keyOf(field), draft = typed.get(key) ?? adopt(key, field);
      here.add(key);
      if (draft) keep(field, key, draft);
      else if (root.contains(field) && field.form?.hasAttribute("data-keeps-values") && valueOf(field) !== baseOf(field)) set(field, baseOf(field));
    }
    lose([...typed.keys()].filter((key) => placeIn(key) === page && !here.has(key)));
    if (inspected) lose([...typed.keys(), ...left.keys()].filter((key) => placeIn(key) === inspected && !here.has(key)));
    if (started && draftFields.isPlayers()) forgetHidden();
    document.dispatchEvent(new CustomEvent("table:drafts"));
  }

  function keep(field, key, draft) {
    const now = baseOf(field);
    if (valueOf(field) !== draft.value) set(field, draft.value);
    if (draft.sending !== undefined && same(now, draft.sending)) draft.base = now; // one's own, which came before its answer
    if (same(now, draft.value) && (now === draft.value || draft.sending !== undefined)) return drop(key); // it is saved
    if (isText(field) && !same(now, draft.base)) return ask(field, key, draft, now);
    const sheet = field.closest("[data-keeps-all]"), from = `from ${timeOf(draft.at)}`;
    if (!draft.left || field.closest("#add")) return;
    if (sheet) return sayOf(sheet, from);
    say(field, draft.press ? `Perhaps sent already, ${from}.` : `Not sent yet, ${from}.`, { Discard: () => discard(field, key) });
  }
  function sayOf(sheet, from) {
    const drafted = () => fields(sheet).map((field) => [field, keyOf(field)]).filter(([, key]) => typed.has(key));
    say(sheet.firstElementChild, `Not saved yet, ${from}.`, { Discard: () => { for (const each of drafted()) discard(...each); } });
  }

  const timeOf = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  function discard(field, key) {
    drop(key);
    set(field, baseOf(field));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // Somebody else saved another text: both are read, and one is chosen.
  function ask(field, key, draft, theirs) {
    const said = say(field, theirs ? "Somebody else wrote here meanwhile:" : "Somebody else emptied this meanwhile.", {
      "Keep mine": () => { typed.set(key, { ...draft, value: valueOf(field), base: theirs, left: false }); store(waiting.add(key)); },
      "Use theirs": () => discard(field, key),
    }, theirs);
    if (performance.now() - refusedAt < SOON) said.scrollIntoView({ block: "nearest" });
  }

  // ---- what was typed about something that is gone -------------------------------------------------------

  function lose(keys) {
    for (const key of keys) {
      const draft = typed.get(key) ?? device.read(left.get(key) ?? "");
      if (draft?.sending !== undefined) continue;
      device.forget(left.get(key) ?? "");
      left.delete(key);
      drop(key);
      if (typeof draft?.value !== "string" || !/\p{L}/u.test(draft.value)) continue;
      const called = [draft.heading, draft.label].filter(Boolean).join(", ");
      offer({ value: draft.value, of: draft.of, words: called ? `Your text for ${called} (removed):` : "What you were writing about is gone. Your text:" });
    }
  }
  // A player's device keeps nothing about what its player may no longer see.
  function forgetHidden() {
    if (document.body.dataset.role !== "player") return;
    for (const name of device.named(device.STORE)) {
      const [what, id] = device.read(name)?.of?.split("=") ?? [], key = device.keyIn(name);
      if (!what || placeIn(key) === page || document.querySelector(`[data-${what}="${id}"]`)) continue;
      device.forget(name);
      left.delete(key);
    }
  }

  document.addEventListener("htmx:after:swap", ({ target }) => show(target));
  document.addEventListener("table:fresh", () => show());

  // ---- what earlier pages and other tabs left ------------------------------------------------------------

  async function gather(first) {
    const names = await device.leftOver(first), pressed = names.map(device.read).filter((draft) => draft?.press);
    const taken = await device.takenOf(pressed);
    for (const name of names) {
      const draft = device.read(name);
      if (!draft) continue;
      if (taken?.includes(draft.press)) device.forget(name);
      else if (draft.box) draftBoxes.takeOver(name);
      else {
        if (draft.press && taken) device.write(name, { ...draft, press: undefined }); // it never arrived
        left.set(device.keyIn(name), name);
      }
    }
    return names.length > 0;
  }

  async function start() {
    await device.begin();
    await gather(true);
    for (const field of fields()) { // typed before this script came, or filled in again by the browser
      const kept = device.read(left.get(keyOf(field)) ?? "")?.value;
      if (valueOf(field) !== baseOf(field) && valueOf(field) !== kept) note(field);
    }
    show();
    started = true;
    const { role, seated } = document.body.dataset;
    if (role === "player" && seated !== undefined) {
      for (const [key, name] of left) if (placeIn(key) === page) { device.forget(name); left.delete(key); } // of a form that is gone
    }
    // A sheet that was filled in from a line of numbers is a draft as a whole.
    for (const field of document.querySelector("[data-unsaved]") ? fields().filter(outlasts) : []) {
      const key = keyOf(field), value = valueOf(field);
      if (!typed.has(key) && field.closest("[data-keeps-all]")) { typed.set(key, { value, base: value, at: Date.now() }); waiting.add(key); }
    }
    store();
    show();
    setInterval(async () => { if (await gather(false)) show(); }, device.BEAT);
  }
  if (!new URLSearchParams(location.search).has("as")) start(); // who looks as somebody else types nothing

  const places = () => new Map([...left, ...typed].map(([key, draft]) => [placeIn(key), typeof draft === "string" ? device.read(draft) : draft])
    .filter(([place, draft]) => place !== page && draft && typeof draft.value === "string"));
  const loseAt = (place) => lose([...typed.keys(), ...left.keys()].filter((key) => placeIn(key) === place));
  return { typed, drop, store, storeSoon, lose, loseAt, places, refused: () => { refusedAt = performance.now(); } };
})();
