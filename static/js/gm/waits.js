// What waits for the GM keeps its place until it is answered or put aside: what comes stands behind it.
(() => {
  const place = () => document.getElementById("waits");
  let order = [];

  function arrange() {
    const all = [...place().querySelectorAll(".waiting")], known = all.map(({ id }) => id);
    order = [...order.filter((id) => known.includes(id)), ...known.filter((id) => !order.includes(id))];
    for (const each of all) each.dataset.place = order.indexOf(each.id) + 1;
    place().toggleAttribute("data-placed", true);
    const later = place().querySelector("[data-later]"), first = document.getElementById(order[0]);
    later?.setAttribute("aria-label", `Later: ${first.querySelector("bdi").textContent}`);
  }
  arrange();

  document.addEventListener("htmx:after:swap", arrange);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-later]")) return;
    order.push(order.shift());
    arrange();
  });
})();
