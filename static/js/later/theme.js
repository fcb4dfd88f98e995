// The theme changes at once, without leaving the page; the server keeps it for the next one.
(() => {
  const root = document.documentElement;
  document.addEventListener("submit", (event) => {
    const form = event.target.closest?.("[data-theme-form]");
    const button = event.submitter;
    if (!form || !button) return;
    event.preventDefault();
    const body = new URLSearchParams({ theme: button.value });
    fetch(form.getAttribute("action"), { method: "POST", body, redirect: "manual" });
    root.dataset.theme = button.value;
    for (const each of form.querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === button));
    const [first, ...rest] = document.querySelectorAll("meta[name=theme-color]");
    for (const each of rest) each.remove();
    first?.removeAttribute("media");
    first?.setAttribute("content", getComputedStyle(root).backgroundColor);
  });
})();
