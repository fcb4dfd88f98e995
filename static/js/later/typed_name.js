// A press that carries the name typed in another form.
document.addEventListener("click", ({ target }) => {
  const press = target.closest?.("[data-typed]");
  if (!press) return;
  const sent = new URLSearchParams(press.value), name = document.getElementById(press.dataset.typed)?.value.trim();
  sent.delete("name");
  if (name) sent.set("name", name);
  press.value = sent;
});
