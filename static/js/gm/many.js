// Says how many are picked, and lets the buttons rest while none is.
(() => {
  const sheet = document.getElementById("arrange"), form = document.getElementById("many");
  if (!sheet || !form) return;
  const said = sheet.querySelector("[data-picked]"), nothing = said.textContent;

  function count() {
    const picked = document.querySelectorAll("[form=many]:checked").length;
    said.textContent = picked ? `${picked} picked` : nothing;
    for (const button of form.elements) {
      if (button.name === "visibility" || button.name === "scene" || button.name === "remove_") button.disabled = !picked;
    }
  }

  document.addEventListener("change", (event) => { if (event.target.matches("[form=many]")) count(); });
  form.addEventListener("reset", () => setTimeout(count));
  document.addEventListener("htmx:after:settle", () => { if (sheet.open) count(); });
  sheet.addEventListener("toggle", () => {
    if (!sheet.open) form.reset();
    count();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && sheet.open && !event.defaultPrevented) sheet.open = false;
  });
  count();
})();
