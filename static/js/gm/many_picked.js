// Says how many are picked, and lets the buttons rest while none is.
(() => {
  const form = () => document.getElementById("many");

  function count() {
    if (!form()) return;
    const picked = document.querySelectorAll("[form=many]:checked").length;
    const said = form().querySelector("[data-picked]");
    said.dataset.nothing ??= said.textContent;
    said.textContent = picked ? `${picked} selected` : said.dataset.nothing;
    for (const button of form().elements) {
      if (button.name === "visibility" || button.name === "scene" || button.name === "remove_") button.disabled = !picked;
    }
  }

  document.addEventListener("change", (event) => { if (event.target.matches("[form=many]")) count(); });
  document.addEventListener("reset", () => queueMicrotask(count), true);
  document.addEventListener("htmx:after:settle", count);
})();
