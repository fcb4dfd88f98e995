// Places one below the other on a map that ends: things give way first, then second lines, then somebody of the fullest place.
// Who is left out is counted, and ways are drawn from middle to middle.
(() => {
  const tv = document.querySelector("[data-tv]"), TALL = 4;
  if (!tv) return;

  function share(column) {
    const isOver = () => column.scrollHeight > column.clientHeight + 1;
    const lists = [...column.querySelectorAll("[data-people]")], things = [...column.querySelectorAll("[data-thing]")];
    const shown = (list) => [...list.querySelectorAll("[data-token]:not([data-away])")];

    function tell(list) {
      const there = shown(list).length, left = Number(list.dataset.people) + list.querySelectorAll("[data-token]").length - there;
      list.toggleAttribute("data-left", left > 0);
      if (left) list.dataset.left = there ? `and ${left} more` : `${left} there`;
    }

    function show(all) {
      for (const each of all) each.removeAttribute("data-away");
      lists.forEach(tell);
    }

    function crowd(least) {
      while (isOver()) {
        const fullest = lists.reduce((one, other) => (shown(other).length >= shown(one).length ? other : one));
        if (shown(fullest).length <= least) return;
        shown(fullest).pop().setAttribute("data-away", "");
        tell(fullest);
      }
    }

    const people = column.querySelectorAll("[data-token]");
    column.removeAttribute("data-short");
    column.toggleAttribute("data-tight", lists.length >= TALL);
    show([...things, ...people]);
    while (isOver() && things.length) things.pop().setAttribute("data-away", "");
    if (isOver()) column.setAttribute("data-tight", "");
    crowd(1);
    column.toggleAttribute("data-short", isOver());
    crowd(0);
  }

  function join(way) {
    const board = way.closest("svg").getBoundingClientRect();
    way.dataset.way.split(" ").forEach((id, end) => {
      const box = tv.querySelector(`[data-zone="${id}"]`).getBoundingClientRect();
      way.setAttribute(`x${end + 1}`, 100 * ((box.left + box.right) / 2 - board.left) / board.width);
      way.setAttribute(`y${end + 1}`, 100 * ((box.top + box.bottom) / 2 - board.top) / board.height);
    });
  }

  function findPlaces() {
    tv.querySelectorAll("[data-shares]").forEach(share);
    tv.querySelectorAll("[data-way]").forEach(join);
  }

  const moved = (records) => records.some(({ target }) => !target.matches("[data-clock]"));
  new MutationObserver((records) => { if (moved(records)) findPlaces(); }).observe(tv, { subtree: true, attributes: true, attributeFilter: ["data-at", "hidden"] });
  new ResizeObserver(findPlaces).observe(tv.querySelector(".tv-game") ?? tv);
  document.fonts.ready.then(findPlaces);
  findPlaces();
})();
