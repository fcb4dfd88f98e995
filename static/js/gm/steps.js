// What this device's undo takes back stands beside the button; the stream is the same for every GM and does not
// bring it. So when the page has moved on by what somebody else did, it asks.
(() => {
  const SOON = 300;
  const stream = document.getElementById("live");
  const place = () => document.getElementById("own-steps");
  let waiting = null;
  if (!stream || !place()) return;

  function look() {
    waiting = null;
    if (place().dataset.at !== document.body.dataset.cursor) place().dispatchEvent(new CustomEvent("steps:look"));
  }
  stream.addEventListener("htmx:sse:after:message", () => { waiting ??= setTimeout(look, SOON); });
})();
