// What a phone can do where its browser lets a page: buzz on one's own press, be installed (its screen: awake.js).
(() => {
  const root = document.documentElement;
  let offer = null;

  if (!isSecureContext) root.setAttribute("data-plain-http", "");
  if (navigator.wakeLock) root.setAttribute("data-can-wake", "");

  // A short buzz under one's own press, a longer one when the table asks; where the owner has not switched it off.
  const still = document.querySelector("[data-still]");
  const STILL = "tableside still";
  function isStill() {
    try { return localStorage.getItem(STILL) === "on"; } catch { return still?.checked; }
  }
  function buzz(long) { if (!isStill()) navigator.vibrate?.(long); }
  if (navigator.vibrate) root.setAttribute("data-can-buzz", "");
  if (still) {
    still.checked = isStill();
    still.addEventListener("change", () => {
      try { localStorage.setItem(STILL, still.checked ? "on" : "off"); } catch { /* until the page is closed */ }
    });
  }
  document.addEventListener("htmx:before:request", (event) => {
    if (document.body.dataset.role === "player" && event.target.closest?.("[data-press]")) buzz(15);
  });
  document.addEventListener("table:asks", () => buzz([80, 60, 80]));

  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    root.setAttribute("data-can-install", "");
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-install]")) offer?.prompt();
  });
})();
