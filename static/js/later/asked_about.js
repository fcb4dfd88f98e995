// The small sheet that proposes a tick: once its clock or the clock's name is gone from the page, so is the name there.
document.addEventListener("htmx:after:swap", () => {
  for (const box of document.querySelectorAll("dialog.asking")) {
    const of = box.querySelector("input[data-of]")?.value;
    if (!of || document.querySelector(`[data-clock="${of}"] [data-ask]`)) continue;
    box.close();
    for (const place of box.querySelectorAll("[data-called], [data-rest]")) place.replaceChildren();
    for (const field of box.querySelectorAll("input[data-of]")) {
      field.value = "";
      field.form.reset(); // what was typed about it is offered elsewhere
    }
  }
});
