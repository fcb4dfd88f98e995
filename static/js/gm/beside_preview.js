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

  // As large as that screen is, drawn as small as the room beside the table wants it.
  const WIDE = { phone: 390, tablet: 820, wide: 1280 };
  function fit() {
    const frame = beside.querySelector("iframe[data-beside-frame]"), room = frame?.parentElement;
    if (!room?.clientWidth) return;
    const wide = WIDE[beside.querySelector("[name=shape]:checked").value], scale = Math.min(1, room.clientWidth / wide);
    Object.assign(frame.style, { width: `${wide}px`, height: `${room.clientHeight / scale}px`, transform: `scale(${scale})` });
  }

  function open() {
    beside.style.setProperty("--head", `${document.querySelector(".top").offsetHeight}px`);
    load();
    fit();
  }
  addEventListener("resize", fit);
  beside.addEventListener("toggle", open);
  beside.addEventListener("htmx:after:settle", open);
  beside.addEventListener("click", (event) => {
    if (!event.target.closest("[data-close-beside]")) return;
    beside.open = false;
    beside.querySelector("summary").focus();
  });
  beside.addEventListener("change", (event) => {
    if (event.target.name === "as") beside.querySelector(`[name=shape][value=${event.target.value === "tv" ? "wide" : "phone"}]`).checked = true;
    load();
    fit();
  });
})();
