// A draft that is sent says which press took it along, and goes when the server has confirmed that press.
(() => {
  const { page, all: fields, ticked, outlasts, valueOf, baseOf, keyOf } = draftFields;
  const device = draftsOnDevice, { typed, drop } = drafts;
  const sending = new WeakMap(); // what each request sent, by field
  const lines = new WeakMap(); // what was entered into the line, which is free at once, under its name on the device
  let asked = null;

  const ofBase = (field) => field.name && !ticked(field) && (!field.name.includes(".") || /^stats\.\D/.test(field.name));
  const bases = (form) => form.hasAttribute("data-based") ? fields(form).filter(ofBase).map((field) => [`base.${field.name}`, String(typed.get(keyOf(field))?.base ?? baseOf(field))]) : [];
  function sent(form) {
    const values = new Map(fields(form).map((field) => [keyOf(field), valueOf(field)]));
    for (const [key, value] of values) if (typed.has(key)) typed.get(key).sending = value;
    return values;
  }
  function arrived(values, form) {
    for (const [key, value] of values ?? []) {
      if (typed.get(key)?.value === value) drop(key);
      else if (typed.has(key) && form.hasAttribute("data-based")) typed.get(key).base = value; // typed on since
    }
  }

  document.addEventListener("htmx:config:request", ({ target, detail: { ctx } }) => {
    if (!target.matches("form") || ctx.request.method === "GET") return;
    sending.set(ctx, sent(target));
    if (target.id === "add") lines.set(ctx, { name: device.nameOf(`${page}#box-${Date.now()}-sent`), value: target.elements.text.value });
    for (const [name, value] of bases(target)) ctx.request.body.set(name, value);
  }, true); // before a form that empties itself
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    const press = ctx.request.headers["Idempotency-Key"], at = Date.now(), line = lines.get(ctx);
    if (!sending.has(ctx) || !press) return;
    if (line) device.write(line.name, { value: line.value, at, press, words: "Perhaps not added:", line: true, box: true });
    for (const key of sending.get(ctx).keys()) {
      if (typed.has(key) && typeof typed.get(key).value === "string") drafts.storeSoon(key, Object.assign(typed.get(key), { at, press }));
    }
    drafts.store();
  });
  // What had to be confirmed is sent by another button, outside of its form.
  document.addEventListener("htmx:finally:request", ({ target, detail: { ctx } }) => {
    const { request, response } = ctx, values = sending.get(ctx), done = response?.status < 300;
    if (target.dataset?.hxTrigger === "look" && response?.status === 204) drafts.loseAt(target.dataset.hxGet);
    if (lines.has(ctx)) device.forget(lines.get(ctx).name);
    if (!values) return void settle(request, done);
    if (done) arrived(values, target);
    for (const key of values.keys()) if (typed.has(key)) forgetSending(typed.get(key), response);
    if (response?.status === 409) asked = { form: target, values };
    if (response?.status === 409) drafts.refused();
    if (response?.headers.has("Tableside-Missing") && target.id !== "add") drafts.lose([...values.keys()].filter((key) => typed.has(key)));
    settle(request, done);
  });
  // Without an answer nobody knows whether it was taken.
  function forgetSending(draft, answer) {
    delete draft.sending;
    if (answer) delete draft.press;
  }
  function settle(request, done) {
    const does = new URLSearchParams(request.submitter?.value ?? "").get("do");
    if (!done || !asked || !does || does !== asked.form.elements.do?.value) return;
    arrived(asked.values, asked.form);
    asked.form.reset();
    asked = null;
  }

  // A form of a page without the stream: the next page asks whether it was taken.
  document.addEventListener("submit", ({ target }) => {
    if (target.hasAttribute("data-hx-post") && window.htmx) return;
    const own = { ...Object.fromEntries(bases(target)), ...target.elements.do && { press: device.newPress() } };
    for (const field of fields(target)) {
      const draft = typed.get(keyOf(field));
      if (draft && outlasts(field)) drafts.storeSoon(keyOf(field), Object.assign(draft, { press: own.press, at: Date.now() }));
    }
    for (const [name, value] of Object.entries(own)) {
      for (const each of target.querySelectorAll(`[name="${CSS.escape(name)}"]`)) each.remove();
      target.append(draftBoxes.make("input", { type: "hidden", name, value }));
    }
    if (target.elements.line) for (const each of document.querySelectorAll("[data-keeps-all] [type=number]")) drop(keyOf(each));
    drafts.store();
  });
})();
