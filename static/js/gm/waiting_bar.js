// What waits for the GM keeps its place until it is answered or put aside: what comes stands behind it, or where a place
// is free. The check in front on the desk is marked in the bar, and stays in front until it is answered or put aside.
(() => {
  const ROOM = [67.99, 48].map((wide) => matchMedia(`(max-width: ${wide}rem)`)); // gm.css: three places, two, one
  const place = () => document.getElementById("waits"), desk = () => document.getElementById("checks");
  const words = (each) => each.querySelector("bdi").textContent;
  const check = (each) => each?.id.replace("waits-", "");
  let order = [], aside = [], slots = [], front = "", called = "";

  function toFront(id) {
    const at = slots.indexOf(`waits-${front}`);
    front = id;
    if (slots.includes(`waits-${id}`) || !order.includes(`waits-${id}`)) return;
    slots[at < 0 ? slots.length - 1 : at] = `waits-${id}`;
  }

  // The oldest that nobody sees takes a place that is free, and that of a check whose dice are a player's to roll. The
  // last of several is the narrow one: what is answered without a number goes there.
  function fill(all) {
    const find = (id) => all.find((each) => each.id === id);
    const isAnswered = (id) => find(id).matches("[data-answered]") && check(find(id)) !== front;
    const many = 3 - ROOM.filter(({ matches }) => matches).length;
    slots = [0, 1, 2].slice(0, many).map((at) => (find(slots[at]) ? slots[at] : ""));
    const isFree = (at, id) => !slots[at] || (isAnswered(slots[at]) && !isAnswered(id));
    const unseen = order.filter((id) => !slots.includes(id));
    for (const id of [...unseen.filter((each) => !isAnswered(each)), ...unseen.filter(isAnswered)]) {
      const places = find(id).querySelector(".rung") || isFree(0, id) ? [0, 1, 2] : [2, 1];
      const at = places.filter((each) => each < many).find((each) => isFree(each, id));
      if (at !== undefined) slots[at] = id;
    }
  }

  // Of those that find no place it is said what the newest is.
  function sayNewest(known) {
    const more = place().querySelector(".waits-more"), first = document.getElementById(slots.find(Boolean));
    const newest = known.filter((id) => !slots.includes(id)).at(-1);
    if (newest) more.querySelector("[data-newest]").textContent = words(document.getElementById(newest));
    more?.querySelector("[data-later]").setAttribute("aria-label", `Later: ${words(first)}`);
  }

  function arrange() {
    const all = [...place().querySelectorAll(".waiting")], known = all.map(({ id }) => id);
    aside = aside.filter((id) => known.includes(id));
    order = [...known.filter((id) => !aside.includes(id)), ...aside];
    const own = document.querySelector("#notice [data-called]")?.dataset.called;
    if (own && own !== called && known.includes(`waits-check-${own}`)) toFront(`check-${called = own}`);
    fill(all);
    const cards = [...desk().querySelectorAll(".check-card:not(.settled)")].map(({ id }) => id);
    if (!cards.includes(front)) front = slots.map((id) => id.replace("waits-", "")).find((id) => cards.includes(id)) ?? "";
    for (const each of all) {
      const at = slots.indexOf(each.id) + 1;
      if (each.dataset.place !== `${at}`) each.dataset.place = at;
      each.toggleAttribute("data-front", check(each) === front);
    }
    for (const each of desk().querySelectorAll(".check-card")) each.toggleAttribute("data-front", each.id === front);
    if (desk().dataset.place !== front) Object.assign(desk(), { scrollTop: 0 }).dataset.place = front;
    place().toggleAttribute("data-placed", true);
    sayNewest(known);
  }
  arrange();

  for (const room of ROOM) room.addEventListener("change", arrange);
  document.addEventListener("htmx:after:swap", arrange);
  addEventListener("hashchange", () => open(location.hash.slice(1)));
  function open(id) {
    if (!document.getElementById(id)?.closest("#checks")) return;
    toFront(id);
    arrange();
  }
  document.addEventListener("click", ({ target }) => {
    const opens = target.closest("#waits :is(a[href^='#check-'], [data-then])");
    if (opens) open(opens.dataset.then ?? opens.getAttribute("href").slice(1));
    if (!target.closest("[data-later]")) return;
    const at = slots.findIndex(Boolean), [id] = slots.splice(at, 1, "");
    aside = [...aside.filter((each) => each !== id), id];
    if (`waits-${front}` === id) front = "";
    arrange();
  });
})();
