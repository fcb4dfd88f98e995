// An overlay with more on it than the picture is high draws everything smaller until all of it stands there.
(() => {
  const LEAST = 0.5, STEP = 0.05;
  const overlay = document.querySelector(".overlay");
  if (!overlay) return;
  const draw = (part) => document.documentElement.style.setProperty("--overlay", part.toFixed(2));
  const isCut = () => overlay.scrollHeight > overlay.clientHeight || overlay.scrollWidth > overlay.clientWidth;

  function fit() {
    let part = 1;
    draw(part);
    while (isCut() && part > LEAST) draw(part -= STEP);
  }

  new MutationObserver(fit).observe(overlay, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-large", "data-aside", "data-away", "data-chosen", "data-state", "hidden"] });
  addEventListener("resize", fit);
  document.fonts.ready.then(fit);
  document.fonts.addEventListener("loadingdone", fit); // a face that comes later is wider
})();
