// More than one screen holds: its pages take turns, 12 s each. What changes out of sight is turned to.
// Clocks and tags have so many to a page as the styles say (--most); people, and whatever shares their column, as many
// as there is room for. Says "tv:changed" with the ids of what changed, so that others need not watch as well.
(() => {
  const TURN = 12000, MANY = 4;
  // Whose names have a third line where one of them would be cut.
  const LONG = ["[data-shows='7']", "[data-shows='8']", ".masked"].map((each) => `[data-form=grid][data-side] ~ .tv-clocks ${each} h3`).join();
  const tv = document.querySelector("[data-tv]");
  if (!tv) return;
  const said = tv.querySelector("[data-pages]"), around = tv.querySelector(".tv-around");
  const find = (words) => [...tv.querySelectorAll(words)];
  const sum = (all, size) => all.reduce((whole, each) => whole + size(each), 0);
  const isCut = (words) => words.scrollHeight - words.clientHeight > parseFloat(getComputedStyle(words).fontSize) / 2;
  const wide = (each) => each.scrollWidth, high = (each) => each.offsetHeight;
  let page = 1, turned = Date.now(), known = null, parts = [], shown = new Map();

  // Things on as few pages as hold them, `together` what is never parted; `even` makes them about equally full.
  function filled(together, most, size, even = false) {
    const total = sum(together.flat(), size), fair = even ? Math.ceil(total / Math.max(Math.ceil(total / most), 1)) : most;
    const pages = [];
    let room = 0;
    for (const some of together) {
      const needs = sum(some, size);
      if (!pages.length || needs > room) { pages.push([]); room = Math.max(fair, needs); }
      pages[pages.length - 1].push(...some);
      room -= needs;
    }
    return pages;
  }

  const apart = (all) => all.map((each) => [each]);
  const counted = (together, most) => filled(together, most || Infinity, () => 1, true);

  // Tags at the foot have so many lines to a page (--lines), however long their names.
  function inLines(list, most) {
    const styles = getComputedStyle(list), gap = parseFloat(styles.columnGap) || 0, room = list.clientWidth + gap;
    const pages = counted(apart([...list.children]), most), sizes = (some) => filled(apart(some), room, (each) => each.offsetWidth + gap);
    return most > 1 && pages.some((some) => sizes(some).length > Number(styles.getPropertyValue("--lines"))) ? inLines(list, most - 1) : pages;
  }

  // Two clocks that race stand side by side.
  function rivals(all) {
    const found = [];
    for (const each of all) {
      const last = found[found.length - 1], before = last?.length === 1 ? last[0].dataset : {};
      if (before.clock && (before.races === each.dataset.clock || each.dataset.races === before.clock)) last.push(each);
      else found.push([each]);
    }
    return found;
  }

  // Those who ail first; those who are well only as far as one page holds everybody.
  function people(room, size) {
    const pages = filled(apart(find(".tv-person.ails")), room, size);
    if (pages.length > 1) return pages;
    const shown = pages.flat();
    for (const each of find(".tv-person:not(.ails)")) if (sum(shown, size) + size(each) <= room) shown.push(each);
    return [shown];
  }

  // Tags and people in one column; a long name takes the lines it needs.
  function column(tags, cast) {
    const ailing = find(".tv-person.ails"), listed = [...tags.children];
    const end = (list) => list.children.length ? list.getBoundingClientRect().bottom - around.getBoundingClientRect().top : 0;
    const room = around.clientHeight - Math.max(end(tags), end(cast)) + sum([...listed, ...cast.children], high);
    const left = room - sum(listed, high), tidy = filled(apart(listed), room, high, true);
    const shared = sum(ailing, high) <= left, stays = shared || left >= room / 2;
    const others = shared ? people(left, high) : filled(apart(ailing), stays ? left : room, high);
    return stays ? [[listed], others] : [[...tidy, ...others.map(() => [])], [...tidy.map(() => []), ...others]];
  }

  function lay() {
    const lists = find("[data-turns]");
    for (const list of lists) {
      list.dataset.shows = list.children.length;
      list.toggleAttribute("data-many", list.children.length > MANY);
      for (const each of list.children) each.removeAttribute("data-away");
    }
    parts = lists.map((list) => {
      const drawn = list.getClientRects().length > 0, most = Number(getComputedStyle(list).getPropertyValue("--most"));
      return { list, drawn, pages: drawn || list.matches("[data-only] *") ? counted(rivals([...list.children]), most) : [[...list.children]] };
    });
    const [tags, cast] = ["tags", "cast"].map((id) => parts.find(({ list }) => list.id === id));
    if (!around || !cast) return;
    const line = parseFloat(getComputedStyle(cast.list).columnGap) || 0;
    const beside = getComputedStyle(around).display !== "contents", styles = getComputedStyle(tags.list);
    if (beside) [tags.pages, cast.pages] = column(tags.list, cast.list);
    if (!beside && styles.display === "flex") tags.pages = inLines(tags.list, Number(styles.getPropertyValue("--most")));
    if (!beside && cast.list.clientWidth) cast.pages = people(cast.list.clientWidth + line, (each) => wide(each) + line);
  }

  // Every part has pages of its own; one with fewer of them starts again.
  const own = ({ pages }) => (page - 1) % Math.max(pages.length, 1);

  function show(number, moved = true) {
    const count = Math.max(1, ...parts.map(({ pages }) => pages.length)), before = page;
    page = ((number - 1) % count) + 1;
    shown.set(page, Date.now());
    for (const part of parts) {
      const here = part.pages[own(part)] ?? [];
      part.list.dataset.shows = here.length;
      part.list.toggleAttribute("data-many", here.length > MANY);
      for (const each of part.list.children) each.toggleAttribute("data-away", !here.includes(each));
    }
    if (!moved && page === before) return;
    tv.removeAttribute("data-long");
    tv.toggleAttribute("data-long", find(LONG).some(isCut));
    if (!said) return;
    said.toggleAttribute("hidden", count === 1);
    const [now, all] = said.querySelectorAll("b");
    [now.textContent, all.textContent] = [page, count];
  }

  // The page that nobody has seen for longest: however often something changes elsewhere, each has its turn.
  function next() {
    const pages = Array.from({ length: Math.max(1, ...parts.map((part) => part.pages.length)) }, (_, place) => place + 1);
    const since = (number) => shown.get(number) ?? 0;
    return pages.filter((number) => number !== page).reduce((one, other) => (since(other) < since(one) ? other : one));
  }

  // What each thing says now.
  function state() {
    return new Map(find("[data-clock], [data-tag], [data-character]")
      .map((each) => [each.id, `${each.dataset.filled ?? ""}|${each.textContent.replace(/\s+/g, " ")}`]));
  }

  // A game that hides the clocks' own list tells them "beside" what it shows instead.
  function pageOf(id) {
    const all = [`beside-${id}`, id], part = parts.find(({ list, drawn }) => drawn && all.some((any) => list.querySelector(`:scope > #${any}`)));
    const place = part ? part.pages.findIndex((some) => some.some((each) => all.includes(each.id))) : -1;
    return place < 0 || place === own(part) ? page : place + 1;
  }

  // A number that changed in a dial or a meter moves nothing: then all keeps its place, and nothing is measured.
  function isStill({ type, target, attributeName, addedNodes, removedNodes }) {
    if (type === "attributes") return ["data-at", "data-filled"].includes(attributeName) && !target.matches("[data-turns], [data-form], .tv-clocks");
    if (type === "childList" && [...addedNodes, ...removedNodes].every((each) => each.nodeType === 3 && !each.data.trim())) return true;
    if (attributeName === "data-open") return false;
    return Boolean((target.closest ? target : target.parentElement)?.closest("[data-clock] svg, .meter, [data-band]"));
  }

  function layOut(records = []) {
    const moved = !records.length || !records.every(isStill);
    const now = state();
    const changed = known ? [...now.keys(), ...known.keys()].filter((id) => known.get(id) !== now.get(id)) : [];
    const first = changed.find((id) => id.startsWith("clock-")) ?? changed[0];
    known = now;
    if (moved) lay();
    const to = first ? pageOf(first) : page;
    if (to !== page) turned = Date.now();
    show(to, moved);
    if (first) tv.dispatchEvent(new CustomEvent("tv:changed", { detail: changed }));
    watch.takeRecords();
  }

  const watch = new MutationObserver(layOut);
  watch.observe(tv, { childList: true, characterData: true, subtree: true, attributes: true, attributeFilter: ["data-filled", "data-races", "data-at", "data-open", "hidden"] });
  setInterval(() => {
    if (parts.some(({ pages }) => pages.length > 1) && Date.now() - turned >= TURN) { turned = Date.now(); show(next()); watch.takeRecords(); }
  }, 250);
  addEventListener("resize", () => layOut());
  document.fonts.ready.then(() => layOut());
  layOut();
})();
