// Lines that were entered go to the table one after the other. Until it has answered for each, they wait on this device,
// through a reload, a crash and a link that is gone, with the keys of their presses, so that none is added twice.
(() => {
  const SOON = 800, WAITS = [500, 1000, 2000, 4000], LONGEST = 60000, PATIENCE = 8000, HOUR = 3600000; // milliseconds
  const NO_ANSWER = [429, 502, 503, 504]; // of what stands before the table, or of one that asks to wait
  const form = document.getElementById("add"), carrier = document.getElementById("entered");
  if (!carrier || !window.htmx) return;
  const lines = [], shown = new Map();
  let sent = null, tries = 0, again = null, late = null;

  // The names are those of later/drafts/device.js, which writes them to the disk and looks after what a tab left.
  const page = location.pathname, store = `tableside:draft:${page.split("/").slice(0, 3).join("/")}#${page}#line-`;
  const random = () => [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("");
  const attempt = (what) => { try { return what(); } catch { return ""; } }; // a browser may store nothing
  function keep(line) {
    const tab = attempt(() => sessionStorage["tableside:tab"] ??= random());
    line.names.push(`${store}${line.key}@${tab}`);
    tell(line.names.at(-1), { entered: line, at: line.at, press: line.key });
  }
  function tell(name, value) {
    attempt(() => value ? localStorage.setItem(name, JSON.stringify(value)) : localStorage.removeItem(name));
    document.dispatchEvent(new CustomEvent("table:line", { detail: { name, value } }));
  }
  function drop(line) {
    lines.splice(lines.indexOf(line), 1);
    for (const name of line.names) tell(name, null);
    if (sent === line) [sent, tries] = [null, 0];
  }
  const textOf = (line) => line.fields.find(([name]) => name === "text")[1];
  const offer = (text, why) => document.dispatchEvent(new CustomEvent("table:unsent", { detail: { text, why } }));

  // ---- entering -------------------------------------------------------------------------------------

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation();
    const fields = [...new FormData(form)], { submitter } = event;
    if (submitter?.name) fields.push([submitter.name, submitter.value]);
    enter({ key: random(), fields, from: location.href, at: Math.max(Date.now(), (lines.at(-1)?.at ?? 0) + 1), names: [] });
    form.dispatchEvent(new CustomEvent("line:entered"));
  }, true);
  // What an earlier page or another tab left (later/drafts/keeper.js). What is old by now is not added behind anybody's back.
  document.addEventListener("table:left", ({ detail: { name, draft: { entered: line, at } } }) => {
    if (lines.some(({ key }) => key === line.key)) return;
    line.names = [name];
    if (Date.now() - at < HOUR) return enter(line);
    offer(textOf(line), `it was entered at ${new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`);
    drop(line);
  });
  function enter(line) {
    lines.push(line);
    lines.sort((one, other) => one.at - other.at);
    keep(line);
    late ??= setTimeout(show, SOON);
    queueMicrotask(send); // of several that were left the first goes first
  }

  // ---- sending --------------------------------------------------------------------------------------

  function send() {
    if (!lines.length) clearTimeout(late), late = null;
    show();
    if (sent || again || !lines.length) return;
    [sent] = lines;
    show();
    htmx.ajax("POST", form.getAttribute("action"), { source: carrier });
  }
  document.addEventListener("htmx:config:request", ({ target, detail: { ctx } }) => {
    if (target !== carrier) return;
    ctx.request.body = new FormData();
    for (const [name, value] of sent.fields) ctx.request.body.append(name, value);
    Object.assign(ctx.request.headers, { "Idempotency-Key": sent.key, "HX-Current-URL": sent.from });
    ctx.fetch = (address, request) => fetch(address, { ...request, signal: AbortSignal.timeout(PATIENCE) })
      .catch(() => { throw new DOMException("not sent", "AbortError"); });
  });
  document.addEventListener("htmx:finally:request", ({ target, detail: { ctx } }) => {
    if (target !== carrier) return;
    const line = sent, { status, headers } = ctx.response ?? {};
    if (!status || NO_ANSWER.includes(status)) return rest(Number(headers?.get("Retry-After")) * 1000);
    if (status >= 300) form.dispatchEvent(new CustomEvent("line:refused", { detail: { text: textOf(line), kind: chosen(line), said: ctx.text } }));
    drop(line);
    send();
  });
  const chosen = (line) => line.fields.find(([name]) => name === "kind")[1];
  // Nobody knows whether it was taken: it is sent again with its key, and at once when the page is live.
  function rest(wait) {
    sent.tried = true;
    sent = null;
    again = setTimeout(wake, Math.max(Math.min(wait || 0, LONGEST), WAITS[tries] ?? WAITS.at(-1)));
    tries += 1;
    show();
  }
  function wake() {
    clearTimeout(again);
    again = null;
    send();
  }
  document.body.addEventListener("live:state", ({ detail }) => { if (detail === "live" && again) wake(); });

  // ---- the list -------------------------------------------------------------------------------------

  const make = (tag, of, ...within) => { const made = Object.assign(document.createElement(tag), of); made.append(...within); return made; };
  const list = make("ol", { className: "rows" }), head = make("p", { className: "hint" });
  const place = make("section", { id: "entered-lines", className: "kept-texts card", hidden: true }, head, list);
  place.setAttribute("aria-label", "Lines that wait");
  (document.querySelector(".foot-texts") ?? form.parentElement).append(place);

  function button(line, name, does) {
    const made = make("button", { type: "button", className: "button slim quiet", textContent: name });
    made.setAttribute("aria-label", `${name}: ${textOf(line)}`);
    made.addEventListener("click", () => { drop(line); send(); does(); });
    return made;
  }
  function row(line) {
    const put = () => form.dispatchEvent(new CustomEvent("line:edited", { detail: { text: textOf(line), kind: chosen(line) } }));
    const made = make("li", { className: "quick" }, make("bdi", { textContent: textOf(line) }));
    made.append(make("span", { className: "actions" }, button(line, "Edit", put), button(line, "Remove", () => removed(line))));
    return made;
  }
  function removed(line) {
    document.dispatchEvent(new CustomEvent("table:discarded", { detail: { words: `Removed: ${textOf(line)}`, puts: () => enter(line) } }));
    form.elements.text.focus();
  }
  // One that is on its way, or may have arrived, can no longer be changed.
  function show() {
    const isLong = lines.length && (lines.length > 1 || Date.now() - lines[0].at >= SOON);
    place.hidden = !isLong;
    head.textContent = `${lines.length} ${lines.length === 1 ? "line" : "lines"} waiting`;
    for (const [line, made] of shown) if (!lines.includes(line)) { made.remove(); shown.delete(line); }
    lines.forEach((line, at) => {
      if (!shown.has(line)) shown.set(line, row(line));
      const made = shown.get(line);
      if (list.children[at] !== made) list.insertBefore(made, list.children[at] ?? null);
      made.querySelector(".actions").hidden = line === sent || line.tried;
    });
  }
})();
