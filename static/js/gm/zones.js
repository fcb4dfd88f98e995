// Somebody is dragged to a zone on the map; a tap on them opens their sheet.
(() => {
  let held = null;

  const token = (place) => place?.closest?.("[data-zones] [data-token]");
  const zone = (place) => place?.closest?.("[data-zones] [data-zone]");
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY);
  const mark = (each) => {
    for (const old of document.querySelectorAll("[data-zones] .held")) old.classList.remove("held");
    each?.classList.add("held");
  };

  function go(who, where) {
    const detail = { do: where.closest("[data-zones]").dataset.zones, character: who.dataset.token, zone: where.dataset.zone };
    document.dispatchEvent(new CustomEvent("table:act", { detail }));
  }

  document.addEventListener("pointerdown", (event) => {
    held = token(event.target);
    mark(held);
  });
  document.addEventListener("pointerup", (event) => {
    const who = held, where = who && zone(under(event));
    held = null;
    mark(null);
    if (where && where.dataset.zone !== zone(who)?.dataset.zone) go(who, where);
  });
  document.addEventListener("pointercancel", () => { held = null; mark(null); });
})();
