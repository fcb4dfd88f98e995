// Back after more than a minute, asleep or without a link: asks the table what happened since, and shows it
// until it is read.
(() => {
  const AWAY = 60000, NOTED = 15000, SOON = 100;
  const place = document.querySelector("[data-missed]");
  if (!place) return;
  const name = `tableside seen ${place.dataset.missed} ${place.dataset.of}`;
  let since = null;

  const cursor = () => document.body.dataset.cursor;
  const looksOn = () => !document.hidden && document.body.dataset.live === "live";

  function lastSeen() {
    try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
  }

  function note() {
    try { localStorage.setItem(name, JSON.stringify({ cursor: cursor(), at: Date.now() })); } catch { /* private */ }
  }

  async function ask() {
    try {
      const answer = await fetch(`${place.dataset.missed}?since=${since}`);
      if (answer.status === 200) place.innerHTML = await answer.text();
      else if (answer.ok) read();
    } catch { /* asked again when the table is live */ }
  }

  function read() {
    since = null;
    place.replaceChildren();
    note();
  }

  function back() {
    if (!looksOn()) return;
    const last = lastSeen();
    if (!since && last && Date.now() - last.at > AWAY) since = last.cursor;
    if (since) ask();
    else note();
  }

  // What was on the screen when it was hidden was seen.
  function leave() {
    const last = lastSeen();
    if (document.body.dataset.live === "live" && !since && !(last && Date.now() - last.at > AWAY)) note();
  }

  // A device that slept with its page open wakes with its timers, and nothing else says so.
  function checkAway() {
    if (!since) back();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : back()));
  addEventListener("pageshow", (event) => { if (event.persisted) back(); });
  document.body.addEventListener("live:state", back);
  document.addEventListener("htmx:sse:after:message", () => setTimeout(checkAway, SOON)); // once it is painted
  place.addEventListener("click", (event) => { if (event.target.closest("[data-read]")) read(); });
  setInterval(checkAway, NOTED);
})();
