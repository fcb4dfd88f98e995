// The preview beside the table: loaded when it is opened, let go when it is closed, so that it costs one stream at most.
(() => {
  const beside = document.getElementById("beside");
  if (!beside) return;

  function load() {
    const form = beside.querySelector("form[data-beside]"), frame = beside.querySelector("iframe[data-beside-frame]");
    if (!form || !beside.open) return frame?.removeAttribute("src");
    const wanted = new URLSearchParams({ as: form.elements.as.value });
    if (wanted.get("as") === "player" && form.elements.seat.value) wanted.set("seat", form.elements.seat.value);
    const address = `${form.getAttribute("action")}?${wanted}#beside`;
    if (frame.getAttribute("src") !== address) frame.setAttribute("src", address);
  }

  beside.addEventListener("toggle", load);
  beside.addEventListener("htmx:after:settle", load);
  beside.addEventListener("change", (event) => {
    if (event.target.name === "as") beside.querySelector(`[name=shape][value=${event.target.value === "tv" ? "wide" : "phone"}]`).checked = true;
    load();
  });
})();
