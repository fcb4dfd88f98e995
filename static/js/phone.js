// What a phone can do where its browser lets a page: keep its screen on, buzz on one's own press, be installed.
(() => {
  const root = document.documentElement, NAME = "tableside awake";
  const box = document.querySelector("[data-awake]");
  let lock = null, offer = null;

  if (!isSecureContext) root.setAttribute("data-plain-http", "");
  if (navigator.wakeLock) root.setAttribute("data-can-wake", "");

  function wanted() {
    try { return localStorage.getItem(NAME) === "on"; } catch { return box?.checked; }
  }

  async function stayAwake() {
    if (document.hidden || !wanted() || (lock && !lock.released)) return;
    try { lock = await navigator.wakeLock.request("screen"); } catch { lock = null; }
  }

  if (box && navigator.wakeLock) {
    box.checked = wanted();
    box.addEventListener("change", () => {
      try { localStorage.setItem(NAME, box.checked ? "on" : "off"); } catch { /* until the page is closed */ }
      if (box.checked) stayAwake();
      else lock?.release();
    });
    document.addEventListener("visibilitychange", stayAwake);
    document.addEventListener("pointerdown", stayAwake, { once: true });
  }

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
