// A card is moved by its handle: dragged with a finger or the mouse, or with the arrow keys.
// The order is sent when the card is let go; if it is refused, the card goes back.
(() => {
  const CARDS = "[data-clock], [data-tag], [data-character]";
  const EDGE = 72, STEP = 14;
  const form = document.getElementById("order");
  if (!form) return;
  let dragged = null, before = null, pointer = null, scrolling = null;

  // Two clocks that race go together, as one.
  const whole = (card) => card.closest(".pair-of-clocks") ?? card;
  const beside = (item) => [...item.parentElement.children].filter((each) => each.matches(`${CARDS}, .pair-of-clocks`));
  const idOf = (card) => card.dataset.clock ?? card.dataset.tag ?? card.dataset.character;
  const panelOf = (item) => item.closest("#clocks, #tags, #cast");

  function send(item) {
    const ids = [...panelOf(item).querySelectorAll(CARDS)].map(idOf);
    for (const old of form.querySelectorAll("[name=ids]")) old.remove();
    for (const id of ids) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "ids", value: id }));
    form.requestSubmit();
  }

  function remember(item) {
    before = { list: item.parentElement, order: [...item.parentElement.children] };
  }

  form.addEventListener("htmx:finally:request", (event) => {
    const status = event.detail.ctx.response?.status;
    if (before && !(status >= 200 && status < 300)) before.list.replaceChildren(...before.order);
    before = null;
  });

  // ---- by pointer
  function put(item) {
    const over = document.elementsFromPoint(pointer.x, pointer.y)
      .map((each) => each.closest(CARDS)).filter(Boolean).map(whole)
      .find((each) => each !== item && each.parentElement === item.parentElement);
    if (!over) return;
    const items = beside(item);
    if (items.indexOf(over) > items.indexOf(item)) over.after(item);
    else over.before(item);
  }

  function scroller(item) {
    const scrolls = (place) => place.scrollHeight > place.clientHeight && getComputedStyle(place).overflowY === "auto";
    return [item.closest(".pane"), item.closest(".board")].find(scrolls) ?? document.scrollingElement;
  }

  function scroll() {
    if (!dragged) return;
    const place = scroller(dragged);
    const top = place === document.scrollingElement ? 0 : place.getBoundingClientRect().top;
    const dock = document.querySelector(".foot").getBoundingClientRect().top;
    const sheet = document.querySelector("#arrange .sheet-body").getBoundingClientRect().top;
    const floor = Math.min(dock, sheet || dock);
    if (pointer.y < top + EDGE) place.scrollTop -= STEP;
    else if (pointer.y > floor - EDGE) place.scrollTop += STEP;
    scrolling = requestAnimationFrame(scroll);
  }

  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-handle]");
    if (!handle || event.button) return;
    event.preventDefault();
    handle.focus();
    dragged = whole(handle.closest(CARDS));
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
      const item = dragged;
      dragged = null;
      item.removeAttribute("data-dragging");
      if (before.order.some((each, place) => item.parentElement.children[place] !== each)) send(item);
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
    const item = whole(handle.closest(CARDS)), items = beside(item);
    const other = items[items.indexOf(item) + way];
    if (!other) return;
    remember(item);
    if (way < 0) other.before(item);
    else other.after(item);
    handle.focus();
    send(item);
  }, true);
})();
