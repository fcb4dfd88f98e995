// Plus and minus beside a number on a sheet: the box counts, and nothing is sent before Save.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]"), field = button?.closest("[data-stepped]")?.querySelector("input");
  if (!field) return;
  const number = Number(field.value || 0) + Number(button.dataset.step);
  field.value = Math.min(Math.max(number, Number(field.min)), Number(field.max));
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
