// Somebody is moved on the map: dragged to a zone, or tapped and then the zone tapped.
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
    held = null;
    mark(null);
  }

  document.addEventListener("pointerdown", (event) => {
    const who = token(event.target);
    if (!who) return;
    if (held?.dataset.token !== who.dataset.token) { held = who; mark(who); } else { held = null; mark(null); }
  });
  document.addEventListener("pointerup", (event) => {
    const where = held && zone(under(event));
    const from = held && zone(held);
    if (where && from && where.dataset.zone !== from.dataset.zone) go(held, where);
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") { held = null; mark(null); } });
})();
