// Says which revision this screen shows, and whether it sleeps; a GM's page also looks who is here.
(() => {
  const SOON = 800, KEEP = 40000, LOOK = 5000;
  const address = document.body.dataset.here;
  const stream = document.getElementById("live");
  if (!address || !stream) return;

  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const screen = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  let waiting = null;

  function tell(state, astray = "") {
    clearTimeout(waiting);
    waiting = null;
    const { cursor } = document.body.dataset;
    navigator.sendBeacon(address, new URLSearchParams({ screen, cursor, state, astray }));
  }
  const state = () => (document.hidden ? "asleep" : "here");
  function soon() {
    waiting ??= setTimeout(() => tell(state()), SOON + Math.random() * SOON);
  }

  stream.addEventListener("htmx:sse:after:message", soon);
  document.addEventListener("visibilitychange", () => tell(state()));
  document.body.addEventListener("page:astray", ({ detail }) => tell(state(), detail));
  addEventListener("pagehide", () => tell("gone"));
  addEventListener("pageshow", soon);
  setInterval(() => { if (!document.hidden) soon(); }, KEEP);

  const list = document.getElementById("presence");
  if (!list) return;
  list.setAttribute("data-hx-vals", JSON.stringify({ offset: new Date().getTimezoneOffset() }));
  const refresh = () => { if (!document.hidden) list.dispatchEvent(new CustomEvent("presence:look")); };
  setInterval(refresh, LOOK);
  setTimeout(refresh, 2 * SOON + 400);  // once this page itself is counted
})();
