// The preview beside the table: loaded when it is opened, let go when it is closed, so that it costs one stream at most.
(() => {
  const preview = document.getElementById("preview");
  if (!preview) return;

  function load() {
    const form = preview.querySelector("form[data-preview]"), frame = preview.querySelector("iframe[data-preview-frame]");
    if (!form || !preview.open) return frame?.removeAttribute("src");
    const wanted = new URLSearchParams({ as: form.elements.as.value });
    if (wanted.get("as") === "player" && form.elements.seat.value) wanted.set("seat", form.elements.seat.value);
    const address = `${form.getAttribute("action")}?${wanted}#preview`;
    if (frame.getAttribute("src") !== address) frame.setAttribute("src", address);
  }

  // As large as that screen is, drawn as small as the room beside the table wants it.
  const WIDE = { phone: 390, tablet: 820, wide: 1280 };
  function fit() {
    const frame = preview.querySelector("iframe[data-preview-frame]"), room = frame?.parentElement;
    if (!room?.clientWidth) return;
    const wide = WIDE[preview.querySelector("[name=shape]:checked").value], scale = Math.min(1, room.clientWidth / wide);
    Object.assign(frame.style, { width: `${wide}px`, height: `${room.clientHeight / scale}px`, transform: `scale(${scale})` });
  }

  // Beside the scene it stands on the journal, so that tags and checks stay in reach; while a check fills that place, on
  // what lies below the clocks.
  const beside = matchMedia("(min-width: 68rem) and (min-height: 38rem)"), LEAST = 220, journal = document.getElementById("on-journal");
  const below = document.getElementById("on-now");
  function place() {
    const body = document.getElementById("preview-body");
    if (!body || !preview.open) return preview.removeAttribute("data-on-journal");
    const foot = document.querySelector(".foot").offsetHeight;
    const onJournal = journal.offsetHeight >= LEAST, { left, top, width } = (onJournal ? journal : below).getBoundingClientRect();
    preview.toggleAttribute("data-on-journal", onJournal && beside.matches);
    for (const [name, value] of Object.entries({ left, top, width, foot })) body.style.setProperty(`--${name}`, `${value}px`);
    fit();
  }

  function open() {
    load();
    place();
  }
  addEventListener("resize", place);
  for (const each of [journal, below, document.querySelector(".foot")]) new ResizeObserver(place).observe(each);
  preview.addEventListener("toggle", open);
  preview.addEventListener("htmx:after:settle", open);
  preview.addEventListener("click", (event) => {
    if (!event.target.closest("[data-close-preview]")) return;
    preview.open = false;
    preview.querySelector("summary").focus();
  });
  preview.addEventListener("change", (event) => {
    if (event.target.name === "as") preview.querySelector(`[name=shape][value=${event.target.value === "tv" ? "wide" : "phone"}]`).checked = true;
    load();
    fit();
  });
})();
