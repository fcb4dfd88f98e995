// What is typed and not sent is a draft. It stays through every change of the page, texts outlast a reload (on this
// device, for a day), and it goes once it is sent or discarded. Each draft knows the text it began from, so that
// what others wrote there meanwhile is shown beside it and not overwritten. A field without a draft follows the server.
(() => {
  const FIELDS = "input:not([type=hidden], [type=search], [type=file], [type=submit], [type=button]), textarea, select";
  const DAY = 86400000, PAUSE = 250, BEAT = 5000; // milliseconds
  const page = location.pathname, table = page.split("/").slice(0, 3).join("/"), STORE = `tableside:draft:${table}#`;
  const drafts = new Map(); // by field: its value, the server's value from which it began, when, what of it is on its way
  const sending = new WeakMap(); // what each request sent, by field
  const seen = new Set(); // fields of the open inspector
  let waiting = new Set(), storing = null, asked = null;

  const counts = (field) => field.name && !field.closest("dialog.asking"); // what has no name is never sent
  const fields = (root = document) => [...root.querySelectorAll(FIELDS)].filter(counts);
  const ticked = ({ type }) => type === "checkbox" || type === "radio";
  const isText = (field) => field.matches("textarea, input[type=text]:not([inputmode=numeric])");
  const outlasts = (field) => isText(field) || field.closest("[data-keeps-all]");
  const same = (one, other) => String(one).split(/\s+/).join(" ").trim() === String(other).split(/\s+/).join(" ").trim();
  const hidden = (form) => [...form?.elements ?? []].filter(({ type }) => type === "hidden").map(({ name, value }) => `${name}=${value}`);

  // The server's own address of what is inspected, or the page, then the field there; a sheet's line goes by its name.
  const placeOf = (field) => field.closest("[data-look]")?.dataset.hxGet ?? page;
  const named = (field) => `${hidden(field.form).filter((each) => !each.startsWith("base.")).join("&")}&${field.name}=${ticked(field) ? field.value : ""}`;
  const keyOf = (field) => `${placeOf(field)}#${field.name.startsWith("stats.") ? named(field) : field.id || named(field)}`;
  const valueOf = (field) => ticked(field) ? field.checked : field.value;
  function baseOf(field) {
    if (ticked(field)) return field.defaultChecked;
    if (!field.options) return field.defaultValue;
    return ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value ?? "";
  }
  function set(field, value) {
    if (ticked(field)) field.checked = value;
    else field.value = value;
  }

  // ---- this device's memory: each tab keeps its own, and takes over what a tab left that is gone -------------------------

  const attempt = (what, other = null) => { try { return what() ?? other; } catch { return other; } }; // a browser may store nothing
  const tab = attempt(() => sessionStorage["tableside:tab"] ??= crypto.getRandomValues(new Uint32Array(1))[0].toString(36), "");
  const nameOf = (key, owner = tab) => `${STORE}${key}@${owner}`;
  const read = (name) => attempt(() => JSON.parse(localStorage.getItem(name)));
  const write = (name, value) => attempt(() => localStorage.setItem(name, JSON.stringify(value)));
  const forget = (name) => attempt(() => localStorage.removeItem(name));
  const stored = () => attempt(() => Object.keys(localStorage).filter((name) => name.startsWith("tableside:draft:")), []);
  const ownerOf = (name) => name.slice(name.lastIndexOf("@") + 1);
  const isAlive = (owner) => owner !== tab && Date.now() - (read(`tableside:tab:${owner}`) ?? 0) < 3 * BEAT;
  function beat() {
    if (drafts.size) write(`tableside:tab:${tab}`, Date.now());
  }
  setInterval(beat, BEAT);

  function store() {
    clearTimeout(storing);
    for (const key of waiting) if (drafts.has(key)) write(nameOf(key), drafts.get(key));
    waiting = new Set();
    beat();
  }
  function drop(key) {
    drafts.delete(key);
    waiting.delete(key);
    forget(nameOf(key));
  }
  function forgetAll(which = () => true) {
    for (const name of stored()) if (name.startsWith(STORE) && which(name)) forget(name);
  }

  const left = new Map(); // what earlier pages left, by field
  function gather() {
    const came = document.referrer.replace(location.origin, "").split("?")[0];
    for (const name of stored()) {
      const draft = read(name), arrived = draft?.sent && draft.sent === came && came !== page; // the page after it was taken
      if (!draft || Date.now() - draft.at > DAY || arrived) forget(name);
      else if (name.startsWith(STORE) && !isAlive(ownerOf(name))) left.set(name.slice(STORE.length, name.lastIndexOf("@")), name);
    }
  }
  function adopt(key, field) {
    const name = left.get(key), draft = name && read(name);
    if (!draft || !outlasts(field) || (field.value !== baseOf(field) && field.value !== draft.value)) return null;
    left.delete(key);
    forget(name);
    if (draft.value === baseOf(field)) return null;
    drafts.set(key, { ...draft, left: true, perhaps: draft.perhaps || !!draft.sent });
    store(waiting.add(key));
    return drafts.get(key);
  }

  // ---- typing ---------------------------------------------------------------------------------------

  function note(field) {
    const key = keyOf(field), value = valueOf(field), was = drafts.get(key), began = was?.base ?? baseOf(field);
    if (value === began && value === baseOf(field) && was?.sending === undefined) return drop(key);
    drafts.set(key, { value, base: began, at: Date.now(), sending: was?.sending });
    if (!outlasts(field)) return;
    waiting.add(key);
    clearTimeout(storing);
    storing = setTimeout(store, PAUSE);
  }
  function noted({ target }) {
    if (!target.matches?.(FIELDS) || !counts(target)) return;
    const group = target.type === "radio" ? fields(target.form ?? document).filter(({ name }) => name === target.name) : [target];
    for (const each of group) note(each);
  }
  document.addEventListener("input", noted);
  document.addEventListener("change", noted);
  document.addEventListener("reset", ({ target }) => setTimeout(() => { for (const each of fields(target)) note(each); }));
  addEventListener("pagehide", () => { store(); forget(`tableside:tab:${tab}`); });
  addEventListener("pageshow", beat);
  document.addEventListener("visibilitychange", () => { if (document.hidden) store(); });

  // ---- the page changes -----------------------------------------------------------------------------

  function show(root = document) {
    const here = new Set(), inspected = document.querySelector("#inspected[data-look]")?.dataset.hxGet;
    for (const field of fields()) {
      const key = keyOf(field), draft = drafts.get(key) ?? adopt(key, field);
      here.add(key);
      if (placeOf(field) === inspected) seen.add(key);
      if (draft) keep(field, key, draft);
      else if (root.contains(field) && field.form?.hasAttribute("data-keeps-values") && valueOf(field) !== baseOf(field)) set(field, baseOf(field));
    }
    const shown = (key) => key.startsWith(`${page}#`) || (inspected && key.startsWith(`${inspected}#`) && seen.has(key));
    lose([...drafts.keys()].filter((key) => !here.has(key) && shown(key) && drafts.get(key).sending === undefined));
    if (!inspected) seen.clear();
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
    say(field, draft.perhaps ? `Perhaps sent already, ${from}.` : `Not sent yet, ${from}.`, { Discard: () => discard(field, key) });
  }
  function sayOf(sheet, from) {
    const drafted = () => fields(sheet).map((field) => [field, keyOf(field)]).filter(([, key]) => drafts.has(key));
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
    say(field, theirs ? "Somebody else wrote here meanwhile:" : "Somebody else emptied this meanwhile.", {
      "Keep mine": () => { drafts.set(key, { ...draft, value: valueOf(field), base: theirs, left: false }); store(waiting.add(key)); },
      "Use theirs": () => discard(field, key),
    }, theirs);
  }

  const make = (tag, of, ...within) => { const made = Object.assign(document.createElement(tag), of); made.append(...within); return made; };
  const button = (textContent, does) => { const made = make("button", { type: "button", className: "button slim", textContent }); made.addEventListener("click", does); return made; };
  function say(field, words, choices, quoted = "") {
    const id = `draft-${field.id || "all"}`, place = make("div", { id, className: "draft-note" }, make("p", { textContent: words }));
    document.getElementById(id)?.remove();
    place.setAttribute("role", "status");
    if (quoted) place.append(make("blockquote", { textContent: quoted }));
    const chosen = (does) => () => { does(); place.remove(); field.focus(); };
    place.append(make("p", { className: "actions" }, ...Object.entries(choices).map(([name, does]) => button(name, chosen(does)))));
    (field.closest(".quick-line") ?? field).after(place);
  }

  // ---- texts that have no field any more ---------------------------------------------------------------

  // What they were typed about is gone, or what was entered was refused: they stand until somebody closes them, and
  // nothing of them stays on the device.
  function lose(keys) {
    for (const key of keys) {
      const { value } = drafts.get(key);
      drop(key);
      if (typeof value === "string" && /\p{L}/u.test(value)) offer("What you were writing about is gone. Your text:", value);
    }
  }
  function offer(words, text, again) {
    const foot = document.querySelector(".foot");
    if (!foot) return;
    const list = document.getElementById("kept-texts") ?? make("section", { id: "kept-texts", className: "kept-texts card" });
    list.setAttribute("aria-label", "Texts that were not sent");
    const box = make("textarea", { readOnly: true, rows: 2, value: text, id: `kept-${Date.now()}-${list.children.length}` });
    box.setAttribute("aria-label", "Your text");
    const item = make("div", {}, make("p", { textContent: words }), box), gone = () => { item.remove(); if (!list.children.length) list.remove(); };
    const copy = button("Copy", () => {});
    copy.dataset.copy = `#${box.id}`;
    item.append(make("p", { className: "actions" }, again ? button("Put back", () => { gone(); again(); }) : copy, button("Close", gone)));
    list.append(item);
    foot.prepend(list);
  }
  document.addEventListener("table:unsent", ({ detail: { text, again } }) => offer("Not added:", text, again));

  document.addEventListener("htmx:after:swap", ({ target }) => show(target));
  document.addEventListener("table:fresh", () => show());
  const live = document.getElementById("live");
  const revoked = () => { drafts.clear(); waiting.clear(); forgetAll(); };
  live?.addEventListener("gone", revoked);
  live?.addEventListener("htmx:response:error", ({ detail }) => { if ([403, 404].includes(detail.ctx.response.status)) revoked(); });

  // ---- sending --------------------------------------------------------------------------------------

  const ofBase = (field) => field.name && !ticked(field) && (!field.name.includes(".") || /^stats\.\D/.test(field.name));
  const bases = (form) => form.hasAttribute("data-based") ? fields(form).filter(ofBase).map((field) => [`base.${field.name}`, String(drafts.get(keyOf(field))?.base ?? baseOf(field))]) : [];
  function sent(form) {
    const values = new Map(fields(form).map((field) => [keyOf(field), valueOf(field)]));
    for (const [key, value] of values) if (drafts.has(key)) drafts.get(key).sending = value;
    return values;
  }
  function arrived(values, form) {
    for (const [key, value] of values ?? []) {
      if (drafts.get(key)?.value === value) drop(key);
      else if (drafts.has(key) && form.hasAttribute("data-based")) drafts.get(key).base = value; // typed on since
    }
  }
  // What was entered into the line, which is free at once, is kept until it is answered.
  const lines = new WeakMap();
  function entered(ctx, text) {
    lines.set(ctx, nameOf(`${page}#entered-${Date.now()}`));
    write(lines.get(ctx), { value: text, at: Date.now(), line: true });
  }

  document.addEventListener("htmx:config:request", ({ target, detail: { ctx } }) => {
    if (!target.matches("form") || ctx.request.method === "GET") return;
    sending.set(ctx, sent(target));
    if (target.id === "add") entered(ctx, target.elements.text.value);
    for (const [name, value] of bases(target)) ctx.request.body.set(name, value);
    for (const [key, draft] of drafts) if (draft.sending !== undefined && read(nameOf(key))) write(nameOf(key), { ...draft, perhaps: true });
  }, true); // before a form that empties itself
  // What had to be confirmed is sent by another button, outside of its form.
  document.addEventListener("htmx:finally:request", ({ target, detail: { ctx } }) => {
    const { request, response } = ctx, values = sending.get(ctx), done = response?.status < 300;
    if (target.dataset?.hxTrigger === "look" && response?.status === 204) {
      lose([...drafts.keys()].filter((key) => key.startsWith(`${target.dataset.hxGet}#`) && drafts.get(key).sending === undefined));
    }
    if (lines.has(ctx)) forget(lines.get(ctx));
    if (!values) return void settle(request, done);
    if (done) arrived(values, target);
    for (const key of values.keys()) if (drafts.has(key)) delete drafts.get(key).sending;
    if (response?.status === 409) asked = { form: target, values };
    if (response?.status === 404 && target.id !== "add") lose([...values.keys()].filter((key) => drafts.has(key)));
    settle(request, done);
  });
  function settle(request, done) {
    const does = new URLSearchParams(request.submitter?.value ?? "").get("do");
    if (!done || !asked || !does || does !== asked.form.elements.do?.value) return;
    arrived(asked.values, asked.form);
    asked.form.reset();
    asked = null;
  }
  // A form of a page without the stream: the next page shows whether it was taken.
  document.addEventListener("submit", ({ target }) => {
    if (target.hasAttribute("data-hx-post") && window.htmx) return;
    for (const field of fields(target)) {
      const key = keyOf(field), draft = drafts.get(key);
      if (!draft || !outlasts(field)) continue;
      if (target.elements.do) draft.sent = page;
      waiting.add(key);
    }
    for (const [name, value] of bases(target)) {
      for (const each of target.querySelectorAll(`[name="${CSS.escape(name)}"]`)) each.remove();
      target.append(make("input", { type: "hidden", name, value }));
    }
    if (target.elements.line) for (const each of document.querySelectorAll("[data-keeps-all] [type=number]")) drop(keyOf(each));
    store();
  });

  gather();
  for (const [key, name] of [...left].filter(([, name]) => read(name)?.line)) {
    const { value } = read(name), line = document.getElementById("add-text");
    if (line) offer("Perhaps not added:", value, () => { line.value = value; line.dispatchEvent(new Event("input", { bubbles: true })); });
    left.delete(key);
    forget(name);
  }
  for (const field of fields()) if (valueOf(field) !== baseOf(field)) note(field); // typed before this script came
  show();
  // On a player's device nothing stays of a form that is gone, such as one about what was hidden.
  if (document.body.dataset.role === "player" && "seated" in document.body.dataset) {
    for (const [key, name] of left) if (key.startsWith(`${page}#`)) forget(name);
  }
  // A sheet that was filled in from a line of numbers is a draft as a whole.
  for (const field of document.querySelector("[data-unsaved]") ? fields().filter(outlasts) : []) {
    const key = keyOf(field), value = valueOf(field);
    if (!drafts.has(key) && field.closest("[data-keeps-all]")) { drafts.set(key, { value, base: value, at: Date.now() }); waiting.add(key); }
  }
  store();
})();
