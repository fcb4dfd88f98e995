// A page without its table shows what was typed there and is kept on this device (drafts/store.js); what a refused form
// sent stands first.
(async () => {
  const place = document.querySelector("[data-unsent-texts]"), table = /^\/t\/[^/]+/.exec(location.pathname)?.[0] ?? "";
  const make = (tag, of, ...within) => { const made = Object.assign(document.createElement(tag), of); made.append(...within); return made; };
  const lineOf = ({ fields }) => fields.find(([name]) => name === "text")[1];

  await draftStore.begin();
  const { refused } = place.dataset, kept = draftStore.named(table ? `${draftStore.ALL}${table}#` : draftStore.ALL).map((name) => ({ name, draft: draftStore.read(name) }));
  const own = kept.filter(({ draft }) => refused && draft.press === refused);
  for (const { name, draft } of own) draftStore.write(name, { ...draft, press: undefined }); // so its page need not ask whether it was taken
  const here = [...document.querySelectorAll("textarea, blockquote")].map((each) => each.value ?? each.textContent), texts = new Map();
  for (const { draft: { value, entered, heading, label } } of [...own, ...kept]) {
    const text = entered ? lineOf(entered) : value;
    if (/\p{L}/u.test(text) && typeof text === "string" && !texts.has(text)) texts.set(text, [heading, label].filter(Boolean).join(", ") || "Your text");
  }
  for (const [value, called] of texts) if (!here.includes(value)) place.append(make("label", { className: "field" }, called, make("textarea", { value, rows: 3, readOnly: true })));
  place.hidden = !texts.size;
})();
