// A screen that stands for days takes a newer version by itself: once a day, and whenever the server was away.
(() => {
  const DAY = 24 * 60 * 60 * 1000, SOON = 3000, BUSY = [429, 502, 503, 504];
  if (!document.querySelector("[data-tv]")) return;
  const files = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map((each) => each.getAttribute("src") ?? each.getAttribute("href"));
  let away = false, checking;

  async function check() {
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    const page = answer?.ok ? await answer.text().catch(() => "") : "";
    if (page && files.some((file) => !page.includes(file))) location.reload();
    // A server that has just come back may be too busy; while it is away, the stream's own watch goes on.
    if (!page && !away && (!answer || answer.ok || BUSY.includes(answer.status))) checking = setTimeout(check, SOON);
  }

  document.body.addEventListener("live:state", (event) => {
    if (event.detail === "live" && away) checking = setTimeout(check, SOON);
    away = event.detail !== "live";
    if (away) clearTimeout(checking);
  });
  setInterval(check, DAY);
})();
