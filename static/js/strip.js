// The clocks that stay in view. On a player's page they are a strip at the top: scrolled away from there it shrinks to its
// dials. A clock that changes comes into view in it, and how many there are beyond its edge is said.
(() => {
  const SHRINKS = 48, GROWS = 16;
  const place = document.querySelector(".on-clocks");
  if (!place) return;
  if (place.matches("[data-strip]")) shrinking(place);
  else new ResizeObserver(() => { document.documentElement.style.setProperty("--clocks", `${place.offsetHeight}px`); }).observe(place);

  function shrinking(strip) {
    const room = document.createElement("div"); // what the strip leaves free while it is small
    room.hidden = true;
    strip.before(room);
    function mark() {
      const small = scrollY > (strip.hasAttribute("data-small") ? GROWS : SHRINKS);
      if (small === strip.hasAttribute("data-small")) return;
      if (small) room.style.height = `${strip.offsetHeight}px`;
      room.hidden = !small;
      strip.toggleAttribute("data-small", small);
    }
    // The phone was turned: it leaves another room free now.
    addEventListener("resize", () => {
      strip.removeAttribute("data-small");
      room.hidden = true;
      mark();
    });
    addEventListener("scroll", () => requestAnimationFrame(mark), { passive: true });
  }

  const beyond = new Set();
  let changed = null;
  const edge = new IntersectionObserver((clocks) => {
    for (const { target, intersectionRatio } of clocks) {
      beyond[intersectionRatio < 0.5 ? "add" : "delete"](target);
      if (target !== changed) continue;
      changed = null;
      if (beyond.has(target)) show(target);
    }
    say();
  }, { threshold: 0.5 });
  function say() {
    const many = [...beyond].filter((clock) => clock.isConnected).length;
    place.toggleAttribute("data-more", many);
    if (many) place.dataset.more = many;
  }
  function watch() {
    for (const clock of place.querySelectorAll("[data-clock]")) edge.observe(clock);
    say();
  }
  watch();

  function show(clock) {
    const around = clock.closest(".clocks"), box = clock.getBoundingClientRect(), edges = place.getBoundingClientRect();
    const across = box.left + box.width / 2, down = box.top + box.height / 2;
    if (across > edges.left && across < edges.right && down > edges.top && down < edges.bottom) return;
    around.scrollBy({ left: box.left - around.getBoundingClientRect().left - around.clientWidth / 2 });
    place.scrollBy({ top: box.top - edges.top - place.clientHeight / 2 });
  }

  new MutationObserver((changes) => {
    if (changes.some((change) => change.type === "childList")) watch();
    const clock = changes.findLast((change) => change.type === "attributes")?.target.closest("[data-clock]");
    if (!clock) return;
    changed = clock;
    edge.unobserve(clock); // observed anew it is told at the next frame where it lies, and nothing is laid out for it
    edge.observe(clock);
  }).observe(place, { subtree: true, childList: true, attributeFilter: ["data-filled"] });
})();
