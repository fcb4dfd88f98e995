// What is this device's own (the inspector, the seat it waits for) no stream brings, since the stream is the same for
// many. Where it stands, marked by data-look, the page asks again once the table has moved on.
(() => {
  const SOON = 300;
  const stream = document.getElementById("live");
  let waiting = null;
  if (!stream) return;

  function askAgain() {
    waiting = null;
    for (const place of document.querySelectorAll("[data-look]")) {
      if (place.dataset.at !== document.body.dataset.cursor) place.dispatchEvent(new CustomEvent("look"));
    }
  }
  stream.addEventListener("htmx:sse:after:message", () => { waiting ??= setTimeout(askAgain, SOON); });
})();
