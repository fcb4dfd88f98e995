// Where a table cannot be opened, what was typed there and is kept on this device (drafts/store.js) stands under its name;
// what a refused form sent stands first. The start page has what is of no table that it opens.
(async () => {
  const place = document.querySelector("[data-unsent-texts]"), table = /^\/t\/[^/]+/.exec(location.pathname)?.[0] ?? "";
  if (!place) return;
  const make = (tag, of, ...within) => { const made = Object.assign(document.createElement(tag), of); made.append(...within); return made; };
  const lineOf = ({ fields }) => fields.find(([name]) => name === "text")[1];
  const opens = (name) => [...document.querySelectorAll(".known a")].some((link) => name.startsWith(`${draftStore.ALL}${link.getAttribute("href")}#`));

  await draftStore.begin();
  const { refused } = place.dataset, start = table ? `${draftStore.ALL}${table}#` : draftStore.ALL;
  const kept = draftStore.named(start).filter((name) => !opens(name)).map((name) => ({ table: "", name, ...draftStore.read(name) }));
  const own = kept.filter(({ press }) => refused && press === refused);
  for (const { name } of own) draftStore.write(name, { ...draftStore.read(name), press: undefined }); // so its page need not ask whether it was taken
  const here = [...document.querySelectorAll("textarea, blockquote")].map((each) => each.value ?? each.textContent), texts = new Map();
  kept.sort((one, other) => one.table.localeCompare(other.table));
  for (const { value, entered, heading, label, table: of } of [...own, ...kept]) {
    const text = entered ? lineOf(entered) : value, called = [heading, label].filter(Boolean).join(", ") || "Your text";
    if (/\p{L}/u.test(text) && typeof text === "string" && !texts.has(text)) texts.set(text, [of, called]);
  }
  let last = "";
  for (const [value, [of, called]] of [...texts].filter(([text]) => !here.includes(text))) {
    if (of !== last) place.append(make("h2", { textContent: last = of }));
    place.append(make("label", { className: "field" }, called, make("textarea", { value, rows: 3, readOnly: true })));
  }
  place.hidden = !texts.size;
})();
