// Small conveniences of the sheets; every one of them has a way without scripts.
(() => {
  // A list that closes does so by a tap beside it and by Escape. A sheet goes down when its form was taken (not by a chip, which may be one of several), by Escape, and a player's own or the rules by a tap beside it, which acts as well.
  document.addEventListener("htmx:finally:request", (event) => {
    const status = event.detail.ctx.response?.status;
    if (!(status >= 200 && status < 300)) return;
    const pressed = event.detail.ctx.request.submitter ?? event.target;
    if (pressed.ariaPressed) return;
    const sheet = pressed.closest?.("[data-sheet]"), { value, defaultValue = value } = document.activeElement;
    if (value === defaultValue || !sheet?.contains(document.activeElement)) sheet?.removeAttribute("open"); // else the next is typed
    pressed.closest?.("[popover]:not(#inspector)")?.hidePopover();
  });
  const closes = () => document.querySelector("[data-closes][open]");
  // Escape closes what lies on top, and nothing below it; a dialog closes itself.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.target.closest?.("[data-revealing]")) return;
    const top = document.querySelector("dialog[open]") ?? document.querySelector("[popover]:popover-open") ?? closes() ?? document.querySelector(".sheet[name][open], .preview[open]");
    if (!top) return;
    event.stopPropagation();
    if (top.matches("dialog")) return;
    event.preventDefault();
    if (top.popover) return top.hidePopover();
    top.removeAttribute("open");
    top.querySelector("summary").focus();
  }, true);
  document.addEventListener("click", (event) => {
    const list = closes();
    if (!list?.contains(event.target)) list?.removeAttribute("open");
  });
  document.addEventListener("click", (event) => { // whose target may be gone by now
    const { target, detail } = event;
    const closing = detail ? ".sheet[name]:is([data-sheet], .book)[open]" : ".sheet[name][data-sheet][open]"; // a key leaves the rules open
    const sheet = document.querySelector(closing);
    if (!event.composedPath().includes(sheet) && !target.closest(".toast, dialog")) sheet?.removeAttribute("open");
  });
})();
