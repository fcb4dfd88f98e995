// What was discarded can be put back for a moment: beside its field, or among the texts that have none while that is out of
// sight or holds other words.
(() => {
  const REGRET = 20000; // milliseconds
  const { all: fields, keyOf, calledOf } = draftFields, { say, show, hide, button } = draftBoxes;
  const discarded = new Set();
  let many = 0;

  document.addEventListener("table:discarded", ({ detail }) => {
    const each = { ...detail, name: `discarded:${many += 1}` };
    discarded.add(each);
    offer(each);
    setTimeout(forget, REGRET, each);
  });

  function offer(each) {
    const beside = placeOf(each);
    if (each.place?.isConnected && each.beside === beside) return;
    unsay(each);
    each.beside = beside;
    each.place = beside ? say(beside, "Discarded.", { "Put back": () => putBack(each) }) : list(each);
  }
  function placeOf(each) {
    const field = each.key && !drafts.typed.has(each.key) && fields().find((one) => keyOf(one) === each.key);
    const isNewest = [...discarded].findLast(({ key }) => key === each.key) === each;
    return field && isNewest && field.checkVisibility() ? field.closest("[data-keeps-all]")?.firstElementChild ?? field : null;
  }
  function list(each) {
    const called = each.of && calledOf(each.of), words = each.words ?? `Discarded${called && `: ${called}`}.`;
    return show(each.name, { words }, button("Put back", () => putBack(each)), () => forget(each));
  }
  function putBack(each) {
    forget(each);
    each.puts();
  }
  function forget(each) {
    discarded.delete(each);
    unsay(each);
  }
  function unsay({ place, name }) {
    place?.remove();
    hide(name);
  }

  const look = () => discarded.forEach(offer);
  document.addEventListener("table:drafts", look);
  for (const way of ["input", "toggle", "close"]) document.addEventListener(way, () => setTimeout(look), true);
})();
