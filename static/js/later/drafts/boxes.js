// What is said of a draft beside its field, and texts that have no field any more: these stand, through any number of
// reloads, until their field is there again or somebody puts them back or closes them.
const draftBoxes = (() => {
  const MOST = 2; // the newest, and the others a tap away
  const device = draftsOnDevice;
  const items = new Map(); // by their names on the device
  const make = (tag, of, ...within) => { const made = Object.assign(document.createElement(tag), of); made.append(...within); return made; };
  const button = (textContent, does) => { const made = make("button", { type: "button", className: "button slim", textContent }); made.addEventListener("click", does); return made; };

  const idOf = (field) => `draft-${field.id || "all"}`;
  const unsay = (field) => document.getElementById(idOf(field))?.remove();
  function say(field, words, choices, quoted = "") {
    const place = make("div", { id: idOf(field), className: "draft-note quick" }, make("p", { textContent: words }));
    unsay(field);
    place.setAttribute("role", "status");
    if (quoted) place.append(make("blockquote", { textContent: quoted }));
    const chosen = (does) => () => { does(); place.remove(); field.focus(); };
    if (Object.keys(choices).length) place.append(make("p", { className: "actions" }, ...Object.entries(choices).map(([name, does]) => button(name, chosen(does)))));
    (field.closest(".quick-line, .step-line") ?? field).after(place);
    return place;
  }

  const line = document.getElementById("add-text");
  function putBack(text) {
    const typed = line.value;
    line.value = text;
    line.dispatchEvent(new Event("input", { bubbles: true }));
    line.focus();
    if (typed && typed !== text) offer({ value: typed, words: "Not added:", line: true });
  }

  const newName = () => device.oneMore(`${draftFields.page}#box`);
  function offer(box, name = newName()) {
    device.write(name, { at: Date.now(), ...box, box: !box.gone });
    const back = button("Put back", () => { close(name); putBack(box.value); });
    show(name, box, box.line && line ? back : null, () => { close(name); tellDiscarded({ words: "Closed.", puts: () => offer(box, name) }); });
  }
  function close(name) {
    device.forget(name);
    hide(name);
  }
  const tellDiscarded = (detail) => document.dispatchEvent(new CustomEvent("table:discarded", { detail })); // discarded.js
  function show(name, { words, value }, back, closes) {
    const place = document.querySelector(".foot-texts") ?? document.querySelector(".foot") ?? document.querySelector("main");
    const list = document.getElementById("kept-texts") ?? make("section", { id: "kept-texts", className: "kept-texts card" });
    list.setAttribute("aria-label", "Texts that were not sent");
    const item = make("div", { className: "quick" }, make("p", { textContent: words }));
    const text = value ? make("textarea", { readOnly: true, rows: 1, value }) : "";
    if (text) text.setAttribute("aria-label", "Your text");
    const copy = button("Copy", () => { text.select(); copy.textContent = document.execCommand("copy") ? "Copied" : "Selected: copy it now"; });
    item.append(text, make("p", { className: "actions" }, back ?? (text ? copy : ""), button("Close", closes)));
    hide(name);
    items.set(name, item);
    list.append(item);
    place.prepend(list);
    fold(list);
    return item;
  }
  function hide(name) {
    items.get(name)?.remove();
    items.delete(name);
    const list = document.getElementById("kept-texts");
    if (!list) return;
    if (items.size) return fold(list);
    list.remove();
    isOpen = false;
  }
  let isOpen = false;
  const more = button("", () => {
    const next = document.querySelector("#kept-texts > [hidden] button");
    isOpen = true;
    fold(more.parentElement);
    next?.focus();
  });
  function fold(list) {
    const boxes = [...list.querySelectorAll(":scope > .quick")], rest = isOpen ? [] : boxes.slice(0, -MOST);
    for (const box of boxes) box.hidden = rest.includes(box);
    more.textContent = `${rest.length} more ${rest.length === 1 ? "text" : "texts"}`;
    rest.length ? list.prepend(more) : more.remove();
  }
  // A box that another tab left comes to this one.
  function takeOver(name) {
    const box = device.read(name);
    device.forget(name);
    if (box) offer(box);
  }
  document.addEventListener("table:unsent", ({ detail: { text, why } }) => offer({ value: text, words: why ? `Not added: ${why}` : "Not added:", line: true }));

  return { make, button, say, unsay, offer, show, hide, tellDiscarded, takeOver, shown: (name) => items.has(name) };
})();
