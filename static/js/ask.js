// A tap on a clock, on the tags or on somebody opens the small sheet that proposes something about it.
(() => {
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-ask]");
    if (opener) return open(opener);
    const box = event.target.closest("dialog.asking");
    if (box && (event.target === box || event.target.closest("[data-close]"))) box.close();
  });

  function open(opener) {
    const box = document.querySelector(opener.dataset.ask);
    for (const field of box.querySelectorAll("input[data-of]")) field.value = opener.dataset.of;
    for (const place of box.querySelectorAll("[data-called]")) place.textContent = opener.dataset.called;
    for (const place of box.querySelectorAll("[data-words]")) place.textContent = opener.dataset.words ?? "";
    box.showModal();
  }

  document.addEventListener("htmx:finally:request", (event) => {
    const status = event.detail.ctx.response?.status;
    if (status >= 200 && status < 300) event.target.closest?.("dialog.asking")?.close();
  });
})();
