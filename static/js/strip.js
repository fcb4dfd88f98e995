// The strip of clocks at the top of a player's page: scrolled away from there it shrinks to its dials, and a clock
// that changes comes into view in it.
(() => {
  const SHRINKS = 48, GROWS = 16;
  const strip = document.querySelector("[data-strip]");
  if (!strip) return;
  const room = document.createElement("div"); // what the strip leaves free while it is small
  room.hidden = true;
  strip.before(room);

  function look() {
    const small = scrollY > (strip.hasAttribute("data-small") ? GROWS : SHRINKS);
    if (small === strip.hasAttribute("data-small")) return;
    if (small) room.style.height = `${strip.offsetHeight}px`;
    room.hidden = !small;
    strip.toggleAttribute("data-small", small);
  }
  addEventListener("scroll", () => requestAnimationFrame(look), { passive: true });

  new MutationObserver((changes) => {
    const clock = changes.at(-1).target.closest?.("[data-clock]");
    const row = clock?.closest(".clocks");
    if (row && row.scrollWidth > row.clientWidth) row.scrollTo({ left: clock.offsetLeft - row.clientWidth / 2 });
  }).observe(strip, { subtree: true, attributeFilter: ["data-filled"] });
})();
