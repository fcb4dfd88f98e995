// A tap on a clock, on the tags or on somebody opens the small sheet that proposes something about it.
(() => {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-ask]");
    if (opener) return open(opener, event);
    const box = event.target.closest("dialog.asking");
    if (box && (event.target === box || event.target.closest("[data-close]"))) box.close();
  });

  // Who has no seat has no such sheet: then the button does what it does without scripts.
  function open(opener, event) {
    const box = document.querySelector(opener.dataset.ask);
    if (!box) return;
    event.preventDefault();
    const card = opener.closest("[data-clock], [data-character]");
    const id = card?.dataset.clock ?? card?.dataset.character;
    const name = card?.querySelector("h2 bdi, h3 bdi")?.textContent;
    for (const field of box.querySelectorAll("input[data-of]")) field.value = id;
    for (const place of box.querySelectorAll("[data-called]")) place.textContent = name;
    for (const place of box.querySelectorAll("[data-rest]")) {
      place.replaceChildren(...[...card.querySelector("[popover]").children].map((each) => each.cloneNode(true)));
    }
    hear(box);
    box.showModal();
  }

  // What the table answers is read above everything: while a sheet is up, within it.
  function hear(box) {
    const toast = document.querySelector(".toast"), said = toast.querySelector(".notice");
    said.replaceChildren();
    box.querySelector("h2").after(toast);
    box.addEventListener("close", () => {
      document.querySelector(".foot").prepend(toast);
      if (said.querySelector(".refusal")) said.replaceChildren();
    }, { once: true });
  }

  document.addEventListener("htmx:finally:request", (event) => {
    const status = event.detail.ctx.response?.status;
    if (status >= 200 && status < 300) (event.detail.ctx.request.submitter ?? event.target).closest?.("dialog.asking")?.close();
  });
})();
