// What is typed and not sent is a draft. It stays through every change of the page, texts outlast a reload (on this
// device, for a day), and it goes once it is sent or discarded. Each draft knows the text it began from, so that
// what others wrote there meanwhile is shown beside it and not overwritten. A field without a draft follows the server.
(() => {
  const FIELDS = "input:not([type=hidden], [type=search], [type=file], [type=submit], [type=button]), textarea, select";
  const DAY = 86400000, PAUSE = 250; // milliseconds
  const page = location.pathname, table = page.split("/").slice(0, 3).join("/"), STORE = `tableside:draft:${table}#`;
  const drafts = new Map(); // by field: its value, the server's value from which it began, when, and whether an earlier page left it
  const sending = new WeakMap(); // what each request sent, by field
  let waiting = new Set(), storing = null, asked = null;

  const fields = (root = document) => [...root.querySelectorAll(FIELDS)];
  const ticked = ({ type }) => type === "checkbox" || type === "radio";
  const isText = (field) => field.matches("textarea, input[type=text]:not([inputmode=numeric])");
  const outlasts = (field) => isText(field) || field.closest("[data-keeps-all]");
  const hidden = (form) => [...form?.elements ?? []].filter(({ type }) => type === "hidden").map(({ name, value }) => `${name}=${value}`);

  // The server's own address of what is inspected, or the page, then the field there.
  const placeOf = (field) => field.closest("[data-look]")?.dataset.hxGet ?? page;
  const keyOf = (field) => `${placeOf(field)}#${field.id || `${hidden(field.form).join("&")}&${field.name}=${ticked(field) ? field.value : ""}`}`;
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

  // ---- this device's memory -------------------------------------------------------------------------

  const read = (name) => { try { return JSON.parse(localStorage.getItem(name)); } catch { return null; } };
  const stored = () => { try { return Object.keys(localStorage).filter((name) => name.startsWith("tableside:draft:")); } catch { return []; } };
  const forget = (name) => { try { localStorage.removeItem(name); } catch { /* nothing was stored */ } };
  function store() {
    clearTimeout(storing);
    for (const key of waiting) {
      const draft = drafts.get(key);
      try { if (draft) localStorage.setItem(STORE + key, JSON.stringify(draft)); } catch { /* then this page alone has it */ }
    }
    waiting = new Set();
  }
  function drop(key) {
    drafts.delete(key);
    waiting.delete(key);
    forget(STORE + key);
  }

  // What an earlier page left; another tab may have sent it since.
  function adopt(key, field) {
    const left = outlasts(field) && read(STORE + key);
    if (!left || Date.now() - left.at > DAY || left.value === baseOf(field)) return null;
    if (field.value !== baseOf(field)) return null; // the server filled it in, or somebody types already
    drafts.set(key, { ...left, left: true });
    return drafts.get(key);
  }
  for (const name of stored()) {
    const left = read(name), sent = left?.sent && !document.referrer.endsWith("/do"); // where it was refused it is kept
    if (!left || Date.now() - left.at > DAY || sent) forget(name);
  }

  // ---- typing ---------------------------------------------------------------------------------------

  function note(field) {
    const key = keyOf(field), value = valueOf(field), began = drafts.get(key)?.base ?? baseOf(field);
    if (value === began && value === baseOf(field)) return drop(key);
    drafts.set(key, { value, base: began, at: Date.now() });
    if (!outlasts(field)) return;
    waiting.add(key);
    clearTimeout(storing);
    storing = setTimeout(store, PAUSE);
  }
  function noted({ target }) {
    if (!target.matches?.(FIELDS)) return;
    const group = target.type === "radio" ? fields(target.form ?? document).filter(({ name }) => name === target.name) : [target];
    for (const each of group) note(each);
  }
  document.addEventListener("input", noted);
  document.addEventListener("change", noted);
  document.addEventListener("reset", ({ target }) => setTimeout(() => { for (const each of fields(target)) note(each); }));
  addEventListener("pagehide", store);
  document.addEventListener("visibilitychange", () => { if (document.hidden) store(); });

  // ---- the page changes -----------------------------------------------------------------------------

  function show(root = document) {
    const here = new Set();
    for (const field of fields()) {
      const key = keyOf(field), draft = drafts.get(key) ?? adopt(key, field);
      here.add(key);
      if (draft) keep(field, key, draft);
      else if (root.contains(field) && field.form?.hasAttribute("data-keeps-values") && valueOf(field) !== baseOf(field)) set(field, baseOf(field));
    }
    for (const [key, draft] of drafts) {
      if (!here.has(key) && key.startsWith(`${page}#`) && !draft.sending) lose(key, draft);
    }
  }

  function keep(field, key, draft) {
    if (valueOf(field) !== draft.value) set(field, draft.value);
    const now = baseOf(field);
    if (now === draft.value) return drop(key); // it is saved
    if (isText(field) && now !== draft.base) return ask(field, key, draft, now);
    const sheet = field.closest("[data-keeps-all]");
    if (draft.left && sheet) return sayOf(sheet, draft);
    if (draft.left && !field.closest("#add")) say(field, `Not sent yet, from ${timeOf(draft.at)}.`, { Discard: () => discard(field, key) });
  }
  function sayOf(sheet, draft) {
    const drafted = () => fields(sheet).map((field) => [field, keyOf(field)]).filter(([, key]) => drafts.has(key));
    say(sheet.firstElementChild, `Not saved yet, from ${timeOf(draft.at)}.`, { Discard: () => { for (const each of drafted()) discard(...each); } });
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

  function say(field, words, choices, quoted = "") {
    const id = `draft-${field.id || "all"}`, place = document.createElement("div");
    document.getElementById(id)?.remove();
    Object.assign(place, { id, className: "draft-note" });
    place.setAttribute("role", "status");
    place.append(Object.assign(document.createElement("p"), { textContent: words }));
    if (quoted) place.append(Object.assign(document.createElement("blockquote"), { textContent: quoted }));
    const actions = Object.assign(document.createElement("p"), { className: "actions" });
    for (const [name, does] of Object.entries(choices)) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "button slim", textContent: name });
      button.addEventListener("click", () => { does(); place.remove(); field.focus(); });
      actions.append(button);
    }
    place.append(actions);
    (field.closest(".quick-line") ?? field).after(place);
  }

  // What it was typed about is gone: the words can still be copied, and nothing of it stays on the device.
  function lose(key, { value }) {
    drop(key);
    const place = document.getElementById("notice");
    if (typeof value !== "string" || !value.trim() || !place || /^\d*$/.test(value)) return;
    const words = Object.assign(document.createElement("p"), { className: "refusal stays", textContent: "What you were writing about is gone. Your text:" });
    const text = Object.assign(document.createElement("textarea"), { id: "lost-text", readOnly: true, rows: 2, value });
    text.setAttribute("aria-label", "Your text");
    const actions = Object.assign(document.createElement("p"), { className: "actions" });
    const copy = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: "Copy" });
    copy.dataset.copy = "#lost-text";
    actions.append(copy);
    place.replaceChildren(words, text, actions);
  }

  document.addEventListener("htmx:after:swap", ({ target }) => show(target));
  document.addEventListener("table:fresh", () => show());
  document.getElementById("live")?.addEventListener("gone", () => { for (const name of stored()) if (name.startsWith(STORE)) forget(name); });

  // ---- sending --------------------------------------------------------------------------------------

  const textsOf = (form) => fields(form).filter((field) => isText(field) && field.name);
  const beganFrom = (field) => String(drafts.get(keyOf(field))?.base ?? baseOf(field));
  const edits = (form) => /\.edit$/.test(form.elements.do?.value ?? "");
  function sent(form) {
    const values = new Map(fields(form).map((field) => [keyOf(field), valueOf(field)]));
    for (const key of values.keys()) if (drafts.has(key)) drafts.get(key).sending = true;
    return values;
  }
  function arrived(values) {
    for (const [key, value] of values ?? []) if (drafts.get(key)?.value === value) drop(key);
  }

  document.addEventListener("htmx:config:request", ({ target, detail: { ctx } }) => {
    if (!target.matches("form") || ctx.request.method === "GET") return;
    sending.set(ctx, sent(target));
    for (const field of edits(target) ? textsOf(target) : []) {
      if (!field.name.includes(".")) ctx.request.body.set(`base.${field.name}`, beganFrom(field));
    }
  }, true); // before a form that empties itself
  // What had to be confirmed is sent by another button, outside of its form.
  document.addEventListener("htmx:finally:request", ({ target, detail: { ctx } }) => {
    const { request, response } = ctx, values = sending.get(ctx), done = response?.status < 300;
    if (target.dataset?.hxTrigger === "look" && response?.status === 204) {
      for (const [key, draft] of [...drafts]) if (key.startsWith(`${target.dataset.hxGet}#`)) lose(key, draft);
    }
    for (const key of values?.keys() ?? []) if (drafts.has(key)) delete drafts.get(key).sending;
    if (done) arrived(values);
    if (values && response?.status === 409) asked = { form: target, values };
    const does = new URLSearchParams(request.submitter?.value ?? "").get("do");
    if (!done || !asked || !does || does !== asked.form.elements.do?.value) return;
    arrived(asked.values);
    asked.form.reset();
    asked = null;
  });
  // A form of a page without the stream: the next page shows whether it was taken.
  document.addEventListener("submit", ({ target }) => {
    if (target.hasAttribute("data-hx-post") && window.htmx) return;
    for (const field of fields(target)) {
      const key = keyOf(field), draft = drafts.get(key);
      if (draft) Object.assign(draft, { sent: !!target.elements.do });
      if (draft && outlasts(field)) waiting.add(key);
    }
    for (const field of edits(target) ? textsOf(target) : []) {
      const name = `base.${field.name}`;
      if (field.name.includes(".")) continue;
      for (const each of target.querySelectorAll(`[name="${name}"]`)) each.remove();
      target.append(Object.assign(document.createElement("input"), { type: "hidden", name, value: beganFrom(field) }));
    }
    if (target.elements.line) for (const each of document.querySelectorAll("[data-keeps-all] [type=number]")) drop(keyOf(each));
    store();
  });

  for (const field of fields()) if (valueOf(field) !== baseOf(field)) note(field); // typed before this script came
  show();
  // On a player's device nothing stays of a form that is gone, such as one about what was hidden.
  const leftHere = (name) => name.startsWith(`${STORE}${page}#`) && !drafts.has(name.slice(STORE.length));
  if (document.body.dataset.role === "player") for (const name of stored().filter(leftHere)) forget(name);
  // A sheet that was filled in from a line of numbers is a draft as a whole.
  for (const field of document.querySelector("[data-unsaved]") ? fields().filter(outlasts) : []) {
    const key = keyOf(field), value = valueOf(field);
    if (!drafts.has(key) && field.closest("[data-keeps-all]")) { drafts.set(key, { value, base: value, at: Date.now() }); waiting.add(key); }
  }
  store();
})();
