// A draft that is sent says which press took it along, and goes when the server has confirmed that press.
(() => {
  const { all: fields, ticked, outlasts, valueOf, baseOf, keyOf } = draftFields;
  const device = draftsOnDevice, { typed, drop } = drafts;
  const sending = new WeakMap(); // the form of each request, which may be gone before the answer, and what it sent by field
  const under = new WeakMap(); // what of a form that is free again is under way: each field's value, its draft, its name on the device
  let asked = null;

  const ofBase = (field) => field.name && !ticked(field) && (!field.name.includes(".") || /^stats\.\D/.test(field.name));
  const bases = (form) => form.hasAttribute("data-based")
    ? fields(form).filter(ofBase).map((field) => [`base.${field.name}`, typed.get(keyOf(field))?.base ?? baseOf(field)]).filter(([, base]) => base !== null) : [];
  function sent(form) {
    const values = new Map(fields(form).map((field) => [keyOf(field), valueOf(field)]));
    for (const [key, value] of values) if (typed.has(key)) {
      typed.get(key).sending = value;
      drafts.tellSent(key, value);
    }
    return values;
  }
  function arrived(values, form) {
    for (const [key, value] of values) {
      if (typed.get(key)?.value === value) drop(key);
      else if (typed.has(key) && form.hasAttribute("data-based")) typed.get(key).base = value; // typed on since
    }
  }

  // A form for one more of a kind is free for the next words at once, as the line is. What is refused comes back, or waits
  // beside what was typed since.
  const isForNext = (form) => form.matches("[data-reset]:not(.asking *)");
  function free(ctx, form) {
    const own = fields(form).filter((field) => (outlasts(field) || field.type === "checkbox") && valueOf(field) !== baseOf(field))
      .map((field) => ({ field, key: keyOf(field), value: valueOf(field), draft: { ...typed.get(keyOf(field)), choices: drafts.choicesBeside(keyOf(field)) }, name: device.oneMore(keyOf(field)) }));
    under.set(ctx, own);
    for (const each of own) {
      remember(each);
      drop(each.key);
      sending.get(ctx).values.delete(each.key);
      setNow(each.field, baseOf(each.field));
    }
  }
  function remember({ name, value, draft }, more = {}) {
    if (typeof value === "string") device.write(name, { ...draft, value, at: Date.now(), sending: undefined, ...more });
  }
  function bringBack(own, others, press) {
    const found = new Map(fields().map((field) => [keyOf(field), field]));
    const isFree = !own.some(({ key }) => typed.has(key)) && !others.some((key) => typed.has(key) && drafts.hasWords(typed.get(key)));
    for (const { key, value, draft, name } of own) {
      device.forget(name);
      if (!isFree && drafts.hasWords({ value })) draftBoxes.offer({ value, press, of: draft?.of, words: "Not sent:" });
      if (!isFree) continue;
      if (found.has(key)) setNow(found.get(key), value);
      typed.set(key, { at: Date.now(), ...draft, value, press, left: Boolean(press), sending: undefined });
      if (typeof value === "string") drafts.storeSoon(key);
    }
  }
  function setNow(field, value) {
    draftFields.set(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  document.addEventListener("htmx:config:request", ({ target, detail: { ctx } }) => {
    if (!target.matches("form") || ctx.request.method === "GET") return;
    for (const [name, value] of bases(target)) ctx.request.body.set(name, value);
    sending.set(ctx, { form: target, values: sent(target) });
    if (isForNext(target)) free(ctx, target);
  }, true); // before a form that empties itself
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    const press = ctx.request.headers["Idempotency-Key"], at = Date.now();
    if (!sending.has(ctx) || !press) return;
    for (const each of under.get(ctx) ?? []) remember(each, { press });
    for (const key of sending.get(ctx).values.keys()) {
      if (typed.has(key) && typeof typed.get(key).value === "string") drafts.storeSoon(key, Object.assign(typed.get(key), { at, press }));
    }
    drafts.store();
  });
  // What had to be confirmed is sent by another button, outside of its form.
  document.addEventListener("htmx:finally:request", ({ target, detail: { ctx } }) => {
    const { request, response } = ctx, { form, values } = sending.get(ctx) ?? {}, done = response?.status < 300, own = under.get(ctx) ?? [];
    if (target.dataset?.hxTrigger === "look" && response?.status === 204) goneDrafts.loseAt(target.dataset.hxGet);
    if (!values) return void settle(request, done);
    if (done) arrived(values, form);
    for (const key of values.keys()) if (typed.has(key)) forgetSending(typed.get(key), response);
    if (done) for (const { name } of own) device.forget(name);
    else bringBack(own, [...values.keys()], response ? undefined : request.headers["Idempotency-Key"]);
    for (const { key, value } of own) values.set(key, value);
    if (response?.status === 409) asked = { form, values };
    if (response?.status === 409) drafts.refused();
    if (response?.headers.has("Tableside-Missing")) goneDrafts.loseMissing([...values.keys()]);
    settle(request, done);
    document.dispatchEvent(new CustomEvent("table:drafts"));
  });
  // Without an answer nobody knows whether it was taken.
  function forgetSending(draft, answer) {
    delete draft.sending;
    if (answer) delete draft.press;
    else draft.left = true;
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
      if (!draft || !outlasts(field)) continue;
      drafts.storeSoon(keyOf(field), Object.assign(draft, { press: own.press, at: Date.now() }));
      drafts.tellSent(keyOf(field), draft.value);
    }
    for (const [name, value] of Object.entries(own)) {
      for (const each of target.querySelectorAll(`[name="${CSS.escape(name)}"]`)) each.remove();
      target.append(draftBoxes.make("input", { type: "hidden", name, value }));
    }
    if (target.elements.line) for (const each of document.querySelectorAll("[data-keeps-all] [type=number]")) drop(keyOf(each));
    drafts.store();
  });
})();
