// One idempotency key per press: a press whose answer got lost is sent again with the same key,
// so that it is done once. The pressed control is marked until the answer is there. What somebody wrote waits until the
// table is back; any other press is given up after half a minute.
(() => {
  const MOST = 10; // tries, if nobody wrote anything
  const LASTING = 60; // seconds that the server asks to wait: what it says then is read, not waited out
  const WRITTEN = "textarea, [type=text]:not([inputmode])";
  const isLate = () => "late" in document.body.dataset; // half a minute without the table (unsent_ticks.js)
  const notice = () => document.getElementById("notice");
  const SHORT = 6000, LONGER = 12000; // an answer is read at a glance, a refusal or a choice twice
  const stays = () => notice()?.querySelector(".fresh-link, .stays");
  let clearing, promised, lost = 0; // how often what waited was called lost
  document.addEventListener("table:late", () => { lost += 1; });

  const sent = new WeakMap();
  function filled(form) { // by somebody: what a page notes in hidden fields may change meanwhile
    const data = new FormData(form);
    for (const box of form.elements) if (box.type === "hidden") data.delete(box.name);
    return new URLSearchParams(data).toString();
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function say(words) {
    const place = notice();
    if (!place) return;
    clearTimeout(clearing); // that was for what stood there before
    const line = document.createElement("p");
    line.className = "refusal";
    line.textContent = words;
    place.replaceChildren(line);
    return line;
  }
  document.addEventListener("notice:say", ({ detail }) => say(detail));

  async function persist(address, request, then, lasts) {
    for (let tries = 0; lasts || (tries < MOST && !isLate() && lost === then); tries += 1) {
      try {
        const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(8000) });
        if (![502, 503, 504].includes(answer.status) || answer.headers.get("Retry-After") >= LASTING) return promised?.remove(), answer;
      } catch { /* it did not answer */ }
      if (!notice()?.querySelector(".refusal")) promised = say("The table is not responding. What you sent is kept and sent again…"); // what stands there is read first
      await new Promise((done) => setTimeout(done, Math.min(4000, 500 * 2 ** tries)));
    }
    if ((!isLate() && lost === then) || promised?.isConnected) say("The table did not respond. When the page is live, press again if your change is missing.");
    throw new DOMException("not sent", "AbortError");
  }

  // A command without a button of its own: a tap on a dial, somebody dragged on a map.
  document.addEventListener("table:act", ({ detail }) => {
    const form = document.getElementById("act");
    const press = Object.assign(document.createElement("button"), { name: "act", value: new URLSearchParams(detail) });
    form.append(press);
    form.requestSubmit(press);
    press.remove();
  });

  document.addEventListener("htmx:config:request", (event) => {
    const form = event.target.closest?.("[data-press]");
    if (!form) return;
    const { headers } = event.detail.ctx.request;
    headers["Idempotency-Key"] = newKey();
    headers["Tableside-Cursor"] = document.body.dataset.cursor; // the reply starts here
    if (form.hasAttribute("data-reset")) sent.set(event.detail.ctx, filled(form));
    event.detail.ctx.target = document.body; // what answers it is said though the stream took its form away
    const then = lost, lasts = form.querySelector(WRITTEN);
    event.detail.ctx.fetch = (address, request) => persist(address, request, then, lasts);
  });
  document.addEventListener("htmx:before:request", (event) => {
    const form = event.target.closest?.("[data-press]");
    form?.setAttribute("data-pending", "");
    if (form) event.detail.ctx.request.submitter?.setAttribute("data-pending", "");
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const form = event.target.closest?.("[data-press]");
    if (!form) return;
    form.removeAttribute("data-pending");
    event.detail.ctx.request.submitter?.removeAttribute("data-pending");
    const status = event.detail.ctx.response?.status;
    if (status < 200 || status >= 300) return;
    if (sent.get(event.detail.ctx) === filled(form)) form.reset(); // and not what was typed since
    for (const box of form.querySelectorAll("input[data-once], [data-once] input")) {
      box.checked = box.defaultChecked; // how many is said anew each time
      if (box.type !== "radio") box.value = box.defaultValue;
    }
  }, true); // before its sheet goes down

  document.addEventListener("htmx:after:settle", (event) => {
    if (event.target !== notice()) return;
    clearTimeout(clearing);
    if (!stays()) clearing = setTimeout(() => event.target.replaceChildren(), notice().querySelector(".refusal, .actions") ? LONGER : SHORT);
  });
  document.addEventListener("toggle", (event) => { // a sheet needs the room
    if (event.target.open && event.target.closest(".dock") && !stays()) notice()?.replaceChildren();
  }, true);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-dismiss]")) notice()?.replaceChildren();
  });
})();
