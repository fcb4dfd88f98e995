// Works offline where the context is secure: the last view is kept, and shown with its age when there is no link.
(() => {
  const MINUTE = 60000;
  const { role, kept } = document.body.dataset;
  const words = document.querySelector("[data-kept-words]");
  if (role !== "player" || !words) return;

  const cursor = () => document.body.dataset.cursor;
  let last = cursor();

  function keep() {
    if (last === cursor()) return;
    last = cursor();
    navigator.serviceWorker.controller?.postMessage({ keep: location.pathname });
  }

  function say() {
    const minutes = Math.max(0, Math.round((Date.now() - kept) / MINUTE));
    const at = new Date(Number(kept)).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const ago = minutes < 1 ? "less than a minute ago" : minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
    words.textContent = `No connection. This is how the table stood at ${at}, ${ago}. It goes on by itself when the link is back.`;
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
  setInterval(() => { if (!document.hidden) keep(); }, MINUTE);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
})();
