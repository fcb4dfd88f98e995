// The line that adds anything: what is typed is asked about at once, a chip that is pressed without text is chosen
// for one entry, and what the line said goes when the text changes.
(() => {
  const PAUSE = 120;
  const form = document.getElementById("add");
  if (!form) return;
  const field = form.querySelector("#add-text"), says = document.getElementById("add-says"), kindField = form.querySelector("[data-kept-kind]");
  const chips = [...form.querySelectorAll("[name=kind][aria-pressed]")];
  let asking;

  function ask() {
    says.replaceChildren();
    says.dispatchEvent(new CustomEvent("htmx:abort"));
    clearTimeout(asking);
    if (field.value.trim()) asking = setTimeout(() => says.dispatchEvent(new CustomEvent("typed")), PAUSE);
  }
  function choose(kind) {
    kindField.value = kind;
    for (const chip of chips) chip.setAttribute("aria-pressed", chip.value === kind);
    ask();
  }
  document.addEventListener("htmx:finally:request", ({ target, detail: { ctx: { response } } }) => {
    if (target === form && response?.status >= 200 && response.status < 300) choose("");
  });

  form.addEventListener("input", ask);
  form.addEventListener("change", (event) => { if (event.target !== field) ask(); });
  form.addEventListener("reset", () => setTimeout(ask));
  for (const chip of chips) {
    chip.addEventListener("click", (event) => {
      if (field.value.trim()) return; // then it adds one of its kind
      event.preventDefault();
      choose(kindField.value === chip.value ? "" : chip.value);
      field.focus();
    });
  }

  // What is offered, and what stands elsewhere on the page: it is put into the line, with the caret where a word is missing.
  document.addEventListener("click", (event) => {
    const offered = event.target.closest("[data-says]");
    if (!offered) return;
    event.preventDefault();
    const text = offered.dataset.says, gap = text.indexOf("…");
    field.value = text.replace("…", "");
    field.focus();
    if (gap >= 0) field.setSelectionRange(gap, gap);
    ask();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    field.value = "";
    ask();
    field.blur();
  });
})();
