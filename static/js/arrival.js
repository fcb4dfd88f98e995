// A page whose stream is alive says so with a press, and its reply has no panels: the stream brings them. What it has not
// brought after a second the page fetches itself; until it hears the stream again, its presses ask for panels.
(() => {
  const SOON = 1000;
  const body = document.body;
  const stream = document.getElementById("live");
  let silent = false, fetched = "";

  const press = ({ target }) => target.closest?.("[data-press]");
  const hears = () => body.dataset.live === "live" && !silent && !body.hasAttribute("data-asks");

  function isThere(wanted, at) {
    const [epoch, revision] = wanted.split("-"), [known, stands] = at.split("-");
    return epoch === known && Number(revision) <= Number(stands);
  }

  async function arrive(wanted) {
    if ([body.dataset.cursor, fetched].some((at) => isThere(wanted, at))) return;
    silent = true;
    const address = stream.getAttribute("data-hx-sse:connect").replace("/live?", "/news?");
    const answer = await fetch(address, { headers: { "Tableside-Cursor": body.dataset.cursor } }).catch(() => null);
    if (!answer?.ok) return void setTimeout(arrive, SOON, wanted);
    fetched = answer.headers.get("Tableside-Shows") ?? wanted;
    htmx.swap({ text: await answer.text(), sourceElement: stream, target: stream, swap: "none" });
  }

  document.addEventListener("htmx:config:request", (event) => {
    if (stream && press(event) && hears()) event.detail.ctx.request.headers["Tableside-Live"] = "1";
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const shows = press(event) && event.detail.ctx.response?.headers.get("Tableside-Shows");
    if (shows) setTimeout(arrive, SOON, shows);
  });
  stream?.addEventListener("htmx:sse:after:message", () => { silent = false; });
})();
