// Back after more than a minute: asks the table what happened since, and shows it until it is read.
(() => {
  const AWAY = 60000, NOTED = 15000;
  const place = document.querySelector("[data-missed]");
  if (!place) return;
  const name = `tableside seen ${place.dataset.missed} ${place.dataset.of}`;
  let since = null;

  const cursor = () => document.getElementById("revision").value;

  function kept() {
    try { return JSON.parse(localStorage.getItem(name)); } catch { return null; }
  }

  function note() {
    if (document.hidden || since) return;
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
    const last = kept();
    if (!since && last && Date.now() - last.at > AWAY) since = last.cursor;
    if (since) ask();
    else note();
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? null : back()));
  addEventListener("pageshow", (event) => { if (event.persisted) back(); });
  document.body.addEventListener("live:state", (event) => { if (event.detail === "live" && since) ask(); });
  document.addEventListener("htmx:sse:after:message", note);
  place.addEventListener("click", (event) => { if (event.target.closest("[data-read]")) read(); });
  setInterval(note, NOTED);
  back();
})();
