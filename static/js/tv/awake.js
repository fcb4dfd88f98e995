// Keeps the screen on where the browser can; elsewhere the page says once how to.
(() => {
  const hint = document.querySelector("[data-awake]");
  if (!hint) return;
  const SAID = "tableside-awake-said", LONG_ENOUGH = 20000;

  function say() {
    try {
      if (localStorage.getItem(SAID)) return;
      localStorage.setItem(SAID, "yes");
    } catch { /* private browsing: it is said again */ }
    hint.hidden = false;
    setTimeout(() => { hint.hidden = true; }, LONG_ENOUGH);
  }

  async function stayAwake() {
    if (document.hidden) return;
    try {
      await navigator.wakeLock.request("screen");
    } catch { say(); }
  }

  if (!navigator.wakeLock) return say();
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
