// A sheet whose form was taken goes down again.
(() => {
  document.addEventListener("htmx:finally:request", (event) => {
    const sheet = event.target.closest?.("[data-sheet]");
    const status = event.detail.ctx.response?.status;
    if (sheet && status >= 200 && status < 300) sheet.removeAttribute("open");
  });
})();
