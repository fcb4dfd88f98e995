// What is said of a draft beside its field, and texts that have no field any more: these stand, through any number of
// reloads, until somebody puts them back or closes them. Of what a player may no longer see nothing stays on the device.
const draftBoxes = (() => {
  const device = draftsOnDevice;
  let many = 0;
  const make = (tag, of, ...within) => { const made = Object.assign(document.createElement(tag), of); made.append(...within); return made; };
  const button = (textContent, does) => { const made = make("button", { type: "button", className: "button slim", textContent }); made.addEventListener("click", does); return made; };

  function say(field, words, choices, quoted = "") {
    const id = `draft-${field.id || "all"}`, place = make("div", { id, className: "draft-note quick" }, make("p", { textContent: words }));
    document.getElementById(id)?.remove();
    place.setAttribute("role", "status");
    if (quoted) place.append(make("blockquote", { textContent: quoted }));
    const chosen = (does) => () => { does(); place.remove(); field.focus(); };
    place.append(make("p", { className: "actions" }, ...Object.entries(choices).map(([name, does]) => button(name, chosen(does)))));
    (field.closest(".quick-line") ?? field).after(place);
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
  function offer(box, name = device.nameOf(`${draftFields.page}#box-${Date.now()}-${many += 1}`)) {
    const place = document.querySelector(".foot") ?? document.querySelector("main");
    const list = document.getElementById("kept-texts") ?? make("section", { id: "kept-texts", className: "kept-texts card" });
    list.setAttribute("aria-label", "Texts that were not sent");
    if (!(box.of && draftFields.isPlayers())) device.write(name, { at: Date.now(), ...box, box: true });
    const text = make("textarea", { readOnly: true, rows: 1, value: box.value, id: `kept-${Date.now()}-${many += 1}` });
    text.setAttribute("aria-label", "Your text");
    const gone = () => { device.forget(name); item.remove(); if (!list.children.length) list.remove(); };
    const copy = button("Copy", () => {});
    copy.dataset.copy = `#${text.id}`;
    const back = button("Put back", () => { gone(); putBack(box.value); });
    const item = make("div", { className: "quick" }, make("p", { textContent: box.words }), text,
      make("p", { className: "actions" }, box.line && line ? back : copy, button("Close", gone)));
    list.append(item);
    place.prepend(list);
  }
  // A box that another tab left comes to this one.
  function takeOver(name) {
    const box = device.read(name);
    device.forget(name);
    if (box) offer(box);
  }
  document.addEventListener("table:unsent", ({ detail: { text } }) => offer({ value: text, words: "Not added:", line: true }));

  return { make, say, offer, takeOver };
})();
