// Works offline where the context is secure: the last view is kept, shown with its age while offline, and
// deleted after a day, or as soon as something says that its table, link or seat may be gone.
(() => {
  const MINUTE = 60000, DAY = 1440 * MINUTE;
  const { role, kept, keptMark } = document.body.dataset;
  const words = document.querySelector("[data-kept-words]");
  if (role !== "player" || !words) return;

  const cursor = () => document.body.dataset.cursor;
  let last = cursor();

  function storeView() {
    if (last === cursor()) return;
    last = cursor();
    navigator.serviceWorker.controller?.postMessage({ keep: location.pathname });
  }

  function doubt() {
    navigator.serviceWorker?.controller?.postMessage({ doubt: location.pathname });
  }

  function isStale() {
    return Date.now() - kept >= DAY || !document.cookie.split("; ").includes(`tableside.views=${keptMark}`);
  }

  function say() {
    if (isStale()) {
      doubt();
      location.replace("/offline");
      return;
    }
    const minutes = Math.max(0, Math.round((Date.now() - kept) / MINUTE));
    const at = new Date(Number(kept)).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const ago = minutes < 1 ? "less than a minute ago" : minutes === 1 ? "a minute ago"
      : minutes < 120 ? `${minutes} minutes ago` : `${Math.round(minutes / 60)} hours ago`;
    words.textContent = `No connection. This page shows the table as of ${at}, ${ago}, and updates when you are back online.`;
    words.hidden = false;
  }

  if (kept) {
    say();
    const timer = setInterval(say, MINUTE);
    document.body.addEventListener("live:state", (event) => {
      if (event.detail !== "live") return;
      clearInterval(timer);
      words.hidden = true;
    });
  }
  if (!isSecureContext || !navigator.serviceWorker || location.search) return;
  navigator.serviceWorker.register("/sw.js").catch(() => {});
  document.getElementById("live")?.addEventListener("gone", doubt);
  document.addEventListener("htmx:response:error", ({ detail }) => {
    if ([403, 404].includes(detail.ctx.response.status)) doubt();
  });
  setInterval(() => { if (!document.hidden) storeView(); }, MINUTE);
  document.addEventListener("visibilitychange", () => { if (document.hidden) storeView(); });
})();
