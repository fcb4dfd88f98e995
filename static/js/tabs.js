// Pages of one browser tell one another that they are there: over plain http it opens six connections at most. Four
// of those that are visible hold a stream; the one longest without focus asks instead (`data-asks`, see live_stream.js).
(() => {
  const MOST = 4, TELL = 3000, GONE = 10000, JUST = 1000;
  const body = document.body;
  if (!document.getElementById("live") || !window.BroadcastChannel) return;

  const id = Array.from(crypto.getRandomValues(new Uint32Array(2))).join("-");
  const channel = new BroadcastChannel("tableside"), others = new Map();
  let focused = Date.now();

  function tell(more) {
    channel.postMessage({ id, focused, open: !document.hidden, ...more });
    share();
  }

  function share() {
    for (const [other, { heard }] of others) if (performance.now() - heard > GONE) others.delete(other);
    const before = [...others.values()].filter((other) => other.open
      && (other.focused > focused || (other.focused === focused && other.id > id)));
    const asks = before.length >= MOST && !document.hidden;
    if (asks === body.hasAttribute("data-asks")) return;
    body.toggleAttribute("data-asks", asks);
    body.dispatchEvent(new CustomEvent("live:share"));
  }

  function focus() {
    if (document.hidden || Date.now() - focused < JUST) return;
    focused = Date.now();
    tell();
  }

  channel.addEventListener("message", ({ data }) => {
    if (data.gone) others.delete(data.id);
    else others.set(data.id, { ...data, heard: performance.now() });
    if (data.comes) tell();
    else share();
  });
  for (const sign of ["focus", "pointerdown", "keydown"]) addEventListener(sign, focus, true);
  document.addEventListener("visibilitychange", () => { focus(); tell(); });
  addEventListener("pageshow", () => tell({ comes: true }));
  addEventListener("pagehide", () => channel.postMessage({ id, gone: true }));
  setInterval(tell, TELL);
  tell({ comes: true });
})();
