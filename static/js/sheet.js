// Small conveniences of the sheets; every one of them has a way without scripts.
(() => {
  // A list that closes does so by a tap beside it and by Escape. A sheet goes down when its form was taken (not by a chip, which may be one of several), by Escape, and a hand's own by a tap on the table behind it.
  document.addEventListener("htmx:finally:request", (event) => {
    const status = event.detail.ctx.response?.status;
    if (!(status >= 200 && status < 300)) return;
    const pressed = event.detail.ctx.request.submitter ?? event.target;
    if (pressed.ariaPressed) return;
    pressed.closest?.("[data-sheet]")?.removeAttribute("open");
    pressed.closest?.("[popover]:not(#inspector)")?.hidePopover();
  });
  const closes = () => document.querySelector("[data-closes][open]");
  document.addEventListener("keydown", (event) => {
    const list = event.key === "Escape" && closes();
    if (!list) return;
    list.removeAttribute("open");
    list.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => {
    const list = closes();
    if (!list?.contains(event.target)) list?.removeAttribute("open");
  });
  document.addEventListener("keydown", (event) => {
    const sheet = document.querySelector(".sheet[name][open]");
    if (event.key !== "Escape" || !sheet || document.querySelector("dialog[open]")) return;
    sheet.removeAttribute("open");
    sheet.querySelector("summary").focus();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".foot, dialog")) document.querySelector(".sheet[name][data-sheet][open]")?.removeAttribute("open");
  });
})();
