// A screen that stands for days takes a newer version by itself: once a day, and whenever the server was away.
(() => {
  const DAY = 24 * 60 * 60 * 1000, SOON = 3000;
  if (!document.querySelector("[data-tv]")) return;
  const files = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map((each) => each.getAttribute("src") ?? each.getAttribute("href"));
  let away = false, checking;

  async function check() {
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const page = answer.ok ? await answer.text() : "";
      if (page && files.some((file) => !page.includes(file))) location.reload();
    } catch { /* the server is away: the stream's own watch goes on */ }
  }

  document.body.addEventListener("live:state", (event) => {
    if (event.detail === "live" && away) checking = setTimeout(check, SOON);
    away = event.detail !== "live";
    if (away) clearTimeout(checking);
  });
  setInterval(check, DAY);
})();
