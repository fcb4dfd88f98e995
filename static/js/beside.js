// The preview beside the table: loaded when it is opened, let go when it is closed, so that it costs one stream at most.
(() => {
  const form = document.querySelector("form[data-beside]");
  const frame = document.querySelector("iframe[data-beside-frame]");
  const beside = form?.closest("details");
  if (!beside || !frame) return;

  function load() {
    const wanted = new URLSearchParams({ as: form.elements.as.value });
    if (wanted.get("as") === "player" && form.elements.seat.value) wanted.set("seat", form.elements.seat.value);
    const address = `${form.getAttribute("action")}?${wanted}#beside`;
    if (frame.getAttribute("src") !== address) frame.setAttribute("src", address);
  }

  beside.addEventListener("toggle", () => {
    if (beside.open) load();
    else frame.removeAttribute("src");
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "as") form.querySelector(`[name=shape][value=${event.target.value === "tv" ? "wide" : "phone"}]`).checked = true;
    if (beside.open) load();
  });
})();
