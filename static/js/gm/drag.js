// A row of a list is moved by its handle: dragged with a finger or the mouse, or with the arrow keys.
// The order is sent when it is let go; if it is refused, the row goes back.
(() => {
  const EDGE = 32, STEP = 8;
  const form = () => document.getElementById("order");
  const rows = (list) => [...list.querySelectorAll("[data-arranged]")];
  let dragged = null, before = null, pointer = null, scrolling = null;

  function send(list) {
    for (const old of form().querySelectorAll("[name=ids]")) old.remove();
    for (const { dataset } of rows(list)) form().append(Object.assign(document.createElement("input"), { type: "hidden", name: "ids", value: dataset.arranged }));
    form().requestSubmit();
  }

  function remember(row) {
    before = { list: row.parentElement, order: rows(row.parentElement) };
  }

  document.addEventListener("htmx:finally:request", (event) => {
    if (!before || event.target !== form()) return;
    const status = event.detail.ctx.response?.status;
    if (!(status >= 200 && status < 300)) before.list.replaceChildren(...before.order);
    before = null;
  });

  // ---- by pointer
  function put(row) {
    const over = document.elementsFromPoint(pointer.x, pointer.y).map((each) => each.closest("[data-arranged]"))
      .find((each) => each && each !== row && each.parentElement === row.parentElement);
    if (!over) return;
    const all = rows(row.parentElement);
    if (all.indexOf(over) > all.indexOf(row)) over.after(row);
    else over.before(row);
  }

  function scroll() {
    if (!dragged) return;
    const place = dragged.closest(".inspector"), { top, bottom } = place.getBoundingClientRect();
    const way = pointer.y < top + EDGE ? -STEP : pointer.y > bottom - EDGE ? STEP : 0;
    if (way) {
      place.scrollTop += way;
      put(dragged);
    }
    scrolling = requestAnimationFrame(scroll);
  }

  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-handle]");
    if (!handle || event.button) return;
    event.preventDefault();
    handle.focus();
    dragged = handle.closest("[data-arranged]");
    pointer = { x: event.clientX, y: event.clientY };
    remember(dragged);
    dragged.setAttribute("data-dragging", "");
    scrolling = requestAnimationFrame(scroll);
  });
  document.addEventListener("pointermove", (event) => {
    if (!dragged) return;
    pointer = { x: event.clientX, y: event.clientY };
    put(dragged);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, () => {
      if (!dragged) return;
      cancelAnimationFrame(scrolling);
      const list = dragged.parentElement;
      dragged.removeAttribute("data-dragging");
      dragged = null;
      if (rows(list).some((each, place) => before.order[place] !== each)) send(list);
      else before = null;
    });
  }

  // ---- by key
  const WAYS = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };
  document.addEventListener("keydown", (event) => {
    const handle = event.target.closest?.("[data-handle]"), way = WAYS[event.key];
    if (!handle || !way) return;
    event.preventDefault();
    event.stopPropagation();
    const row = handle.closest("[data-arranged]"), all = rows(row.parentElement);
    const other = all[all.indexOf(row) + way];
    if (!other) return;
    remember(row);
    if (way < 0) other.before(row);
    else other.after(row);
    handle.focus();
    send(row.parentElement);
  }, true);
})();
