// Keeps the page's one stream alive and says how fresh the page is.
// The extension retries a lost stream; this watches what it does not: a first connect that fails,
// a stream gone silent, a page that wakes, and a cursor that does not match.
(() => {
  const SILENCE = 22000, OFFLINE = 10000, ASK = 10000;
  const RETRY = 2500 + 3000 * Math.random(); // not all pages at once
  const body = document.body;
  const stream = document.getElementById("live");
  if (!stream) return;

  let connection = null;
  let heard = performance.now();
  let lost = performance.now();
  let tried = performance.now();
  let lostAt = new Date();

  const cursor = () => body.dataset.cursor;
  // Too many pages of this browser are open: this one asks now and then, by a stream that ends with the answer.
  const asks = () => body.hasAttribute("data-asks");

  function show(state) {
    if (body.dataset.live === state) return;
    body.dataset.live = state;
    const clock = lostAt.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const words = { live: "Live", "catching-up": "Catching up…", offline: `Not live since ${clock}` };
    for (const place of document.querySelectorAll("[data-link-state]")) {
      (place.querySelector("[data-word]") ?? place).textContent = words[state];
    }
    for (const button of document.querySelectorAll("[data-retry]")) button.hidden = state !== "offline";
    body.dispatchEvent(new CustomEvent("live:state", { detail: state }));
  }

  function found() {
    heard = performance.now();
    lost = null;
    show("live");
  }

  function missing() {
    if (lost === null) {
      lost = performance.now();
      lostAt = new Date();
    }
    show(performance.now() - lost > OFFLINE || !navigator.onLine ? "offline" : "catching-up");
  }

  function reconnect() {
    tried = performance.now();
    if (connection?.reader) {
      connection.reader.cancel();
    } else if (connection?.delayCanceller) {
      connection.delayCanceller();
    } else if (!connection) {
      stream.dispatchEvent(new CustomEvent("live:retry"));
    }
  }

  // Where the page stands: moved by what the stream itself sent and the page has shown, and by nothing else.
  function mark({ detail: { message } }) {
    if (message.event) return;
    body.dataset.cursor = message.id;
    body.dataset.revision = message.id.split("-").pop();
  }

  let once = false;
  stream.addEventListener("htmx:config:request", (event) => {
    // The extension lets the stream of a page go that is hidden later, but opens one for a page that is hidden now.
    if (document.hidden) return void event.preventDefault();
    event.detail.ctx.request.headers["Last-Event-ID"] = cursor();
    once = asks(); // as this request says, whatever the page is told until it is answered
    if (once) event.detail.ctx.request.headers["Tableside-Once"] = "1";
  });
  // The extension takes an id before it swaps: a message that could not be shown must come again.
  // Nor does it end the stream whose swap broke off.
  stream.addEventListener("htmx:sse:before:connection", ({ detail }) => {
    detail.connection.lastEventId = cursor();
    if (detail.connection.attempt === 0) detail.connection.once = once;
    else detail.connection.abortController.abort();
    if (detail.connection.attempt > 0 && (detail.connection.once || asks())) detail.connection.cancelled = true;
  });
  stream.addEventListener("htmx:sse:after:connection", (event) => {
    connection = event.detail.connection;
    found();
  });
  stream.addEventListener("htmx:sse:before:message", found);
  stream.addEventListener("htmx:sse:after:message", mark);
  // The extension tries first, at the moment that the server gave this page.
  stream.addEventListener("htmx:sse:error", () => {
    if (lost === null) tried = performance.now();
    missing();
  });
  stream.addEventListener("htmx:response:error", (event) => {
    if (event.detail.ctx.response.status === 404) location.reload();
    missing();
  });
  stream.addEventListener("htmx:sse:close", () => {
    connection = null;
    if (!asks()) missing();
  });
  // A game that is missing makes a page read-only as well, and for as long as the page is open.
  const notSaved = document.querySelector("[data-not-saved]");
  const readOnly = body.hasAttribute("data-read-only") && notSaved.hidden;
  function showWhetherSaved(why) {
    if (notSaved.textContent === why) return;
    notSaved.textContent = why;
    notSaved.hidden = !why;
    body.toggleAttribute("data-read-only", readOnly || Boolean(why));
  }
  stream.addEventListener("hb", (event) => {
    const now = JSON.parse(event.detail.data);
    showWhetherSaved(now.not_saved ?? "");
    if (now.cursor !== cursor()) reconnect();
  });
  // A press under way is answered first: what it is told may be said on the next page (said_there.js).
  function reload() {
    if (document.querySelector("[data-pending]")) setTimeout(reload, 100);
    else location.reload();
  }
  stream.addEventListener("reload", reload);
  stream.addEventListener("gone", () => location.assign("/"));
  stream.addEventListener("busy", missing);

  for (const wake of ["pageshow", "online", "resume"]) {
    addEventListener(wake, () => { if (performance.now() - heard > SILENCE / 2) { missing(); reconnect(); } });
  }
  addEventListener("offline", missing); // a stream falls silent without a word
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && performance.now() - heard > 1000) missing();
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-retry]")) reconnect(); });

  function share() {
    if (!asks()) reconnect();
    else if (connection && !connection.once) connection.reader?.cancel();
  }

  function ask() {
    if (connection && !connection.once) share(); // it came while this page was told to let go
    if (performance.now() - heard > SILENCE) missing();
    if (performance.now() - tried > (lost === null ? ASK : RETRY)) reconnect();
  }
  body.addEventListener("live:share", share);

  setInterval(() => {
    if (document.hidden) return;
    if (asks()) ask();
    else if (lost === null && performance.now() - heard > SILENCE) {
      missing();
      reconnect();
    } else if (lost !== null) {
      missing();
      if (performance.now() - tried > RETRY) reconnect();
    }
  }, 500);

  show("catching-up");
})();
