// A tap on a clock's name opens the small sheet that proposes a tick; Propose has one's own character chosen.
(() => {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-ask]");
    if (opener) return open(opener, event);
    const box = event.target.closest("dialog.asking");
    const beside = event.target === box && isBeside(box.getBoundingClientRect(), event);
    if (!beside && !event.target.closest("dialog.asking [data-close]")) return;
    box.close();
    if (beside) pass(event);
  });

  const isBeside = ({ left, right, top, bottom }, { clientX: x, clientY: y }) => x < left || x > right || y < top || y > bottom;

  // A tap beside the sheet that meets a control is for that control.
  function pass({ clientX, clientY }) {
    const control = document.elementFromPoint(clientX, clientY)?.closest("a[href], button, summary, label, input");
    control?.click();
    if (control?.matches("input")) control.focus();
  }

  // Who has no seat has no such sheet: then the button does what it does without scripts.
  function open(opener, event) {
    const box = document.querySelector(opener.dataset.ask);
    if (!box) return;
    event.preventDefault();
    const card = opener.closest("[data-clock]");
    const { clock } = card.dataset;
    for (const field of box.querySelectorAll("input[data-of]")) {
      if (field.value !== clock) field.form.reset(); // what was typed about another clock
      field.value = clock;
    }
    const way = card.hasAttribute("data-drains") ? -1 : 1; // what runs out gets less
    for (const step of box.querySelectorAll("[name=command-by]")) {
      const by = way * Number(step.value);
      step.textContent = by < 0 ? `−${-by}` : `+${by}`;
    }
    for (const place of box.querySelectorAll("[data-called]")) place.textContent = card.querySelector("h3 bdi").textContent;
    for (const place of box.querySelectorAll("[data-rest]")) {
      place.replaceChildren(...[...card.querySelector("[popover]").children].map((each) => each.cloneNode(true)));
    }
    hear(box);
    box.showModal();
  }

  document.addEventListener("toggle", (event) => {
    const whom = event.target.id === "propose" && document.getElementById("pick-propose-command-character");
    if (whom && !whom.value) whom.value = document.getElementById("me")?.dataset.character ?? "";
  }, true);

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

  // It goes down when its proposal was taken, unless it asks about another clock by now, or the next is typed.
  document.addEventListener("htmx:finally:request", ({ target, detail: { ctx: { request, response } } }) => {
    const box = (request.submitter ?? target).closest?.("dialog.asking"), { value, defaultValue = value } = document.activeElement;
    const of = box?.querySelector("[data-of]").value, isSame = (request.body?.get("command-clock") ?? of) === of;
    if (response?.status < 300 && isSame && value === defaultValue) box?.close();
  });
})();
