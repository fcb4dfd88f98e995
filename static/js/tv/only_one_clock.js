// An overlay of one clock: that one stands, whatever page it is on.
(() => {
  const overlay = document.querySelector("[data-tv][data-only]");
  if (!overlay) return;
  const choose = () => {
    for (const clock of overlay.querySelectorAll("[data-clock]")) clock.toggleAttribute("data-chosen", clock.dataset.clock === overlay.dataset.only);
  };
  new MutationObserver(choose).observe(overlay, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-at"] });
  choose();
})();
