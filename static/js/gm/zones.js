// Somebody is moved on the map: dragged to a zone, or tapped and then the zone tapped. Only posts the form below it.
(() => {
  const form = document.getElementById("m-move");
  if (!form) return;
  let held = null;

  const token = (place) => place?.closest?.("[data-zones] [data-token]");
  const zone = (place) => place?.closest?.("[data-zones] [data-zone]");
  const under = (event) => document.elementFromPoint(event.clientX, event.clientY);
  const mark = (each) => {
    for (const old of document.querySelectorAll("[data-zones] .held")) old.classList.remove("held");
    each?.classList.add("held");
  };

  function go(who, where) {
    form.elements.character.value = who.dataset.token;
    form.elements.zone.value = where.dataset.zone;
    form.requestSubmit();
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
