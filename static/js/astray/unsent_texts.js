// A page without its table shows what was typed there and is kept on this device (drafts/store.js).
(async () => {
  const place = document.querySelector("[data-unsent-texts]"), table = /^\/t\/[^/]+/.exec(location.pathname)?.[0] ?? "";
  const make = (tag, of, ...within) => { const made = Object.assign(document.createElement(tag), of); made.append(...within); return made; };
  const lineOf = ({ fields }) => fields.find(([name]) => name === "text")[1];

  await draftStore.begin();
  const names = draftStore.named(table ? `${draftStore.ALL}${table}#` : draftStore.ALL), { refused } = place.dataset;
  for (const name of refused ? names : []) { // so its page need not ask whether it was taken
    const draft = draftStore.read(name);
    if (draft.press === refused) draftStore.write(name, { ...draft, press: undefined });
  }
  const here = [...document.querySelectorAll("textarea")].map(({ value }) => value), texts = new Map();
  for (const { value, entered, heading, label } of names.map(draftStore.read)) {
    const text = entered ? lineOf(entered) : value;
    if (/\p{L}/u.test(text) && typeof text === "string") texts.set(text, [heading, label].filter(Boolean).join(", ") || "Your text");
  }
  for (const [value, called] of texts) if (!here.includes(value)) place.append(make("label", { className: "field" }, called, make("textarea", { value, rows: 3, readOnly: true })));
  place.hidden = !texts.size;
})();
