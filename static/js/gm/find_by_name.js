// Finding by name, or by what is noted of it: clocks, tags and people that are not called so step aside. Enter goes to the first, Escape ends it.
(() => {
  const CARDS = "[data-clock], [data-tag], [data-character]";
  const field = document.querySelector("[data-find-cards]"), said = document.querySelector("[data-found-cards]");
  if (!field) return;

  const name = (card) => findKey(`${(card.querySelector("h3 bdi, summary bdi") ?? card).textContent} ${card.dataset.noted ?? ""}`);
  const cards = () => [...document.querySelectorAll(CARDS)];

  function sift() {
    const word = field.value.trim() && findKey(field.value);
    for (const card of cards()) card.toggleAttribute("data-away", !!word && !name(card).includes(word));
    const found = cards().filter((card) => !card.hasAttribute("data-away"));
    const words = found.length ? `${found.length} found` : "No matches";
    said.textContent = word ? words : "";
    said.classList.toggle("unseen", !word || found.length > 0);
    return found;
  }

  field.addEventListener("input", sift);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      field.value = "";
      sift();
      field.blur();
    } else if (event.key === "Enter") {
      event.preventDefault();
      sift().find((card) => card.checkVisibility())?.focus({ focusVisible: true });
    }
  });
  // What comes while a word stands there is sifted too, in the menu and the library as well.
  document.addEventListener("htmx:after:settle", () => {
    if (field.value) sift();
    for (const other of document.querySelectorAll("[data-find]")) if (other.value) other.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
