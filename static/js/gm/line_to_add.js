// The line that adds anything: what is typed is asked about at once, a chip that is pressed without text is chosen
// for one entry, and what the line said goes when the text changes.
(() => {
  const PAUSE = 120, READ = 1000, MANY = 20; // milliseconds; letters that nobody types twice
  const form = document.getElementById("add");
  if (!form) return;
  const field = form.querySelector("#add-text"), says = document.getElementById("add-says"), kindField = form.querySelector("[data-kept-kind]");
  const chips = [...form.querySelectorAll("[name=kind][aria-pressed]")];
  let asking, asked = "", answered = false; // what stands over the line is the answer to it

  function ask() {
    asked = field.value;
    if (answered) return;
    says.replaceChildren();
    says.dispatchEvent(new CustomEvent("htmx:abort"));
    clearTimeout(asking);
    if (field.value.trim()) asking = setTimeout(() => says.dispatchEvent(new CustomEvent("typed")), PAUSE);
  }
  function choose(kind) {
    kindField.value = kind;
    for (const chip of chips) chip.setAttribute("aria-pressed", chip.value === kind);
    ask();
  }
  // A line that was kept is back, and what stands over it is of another.
  document.addEventListener("table:drafts", () => { if (field.value !== asked) ask(); });
  // What is entered is on its way (entered_lines.js), and the line is free for the next. What is refused comes back; where
  // something was typed since, or is typed before anybody can have read that, it waits beside it.
  let back = { text: "", at: -READ };
  const put = (text) => { field.value = text; field.dispatchEvent(new Event("input", { bubbles: true })); };
  form.addEventListener("line:entered", () => {
    if (says.contains(document.activeElement)) field.focus(); // from a choice, which goes
    put("");
    choose("");
  });
  form.addEventListener("line:refused", ({ detail: { text, kind, said } }) => {
    if (field.value) return ask(), offer(text, whyNot(said)); // what was asked is of another text
    answered = said?.includes('"#add-says"');
    put(text);
    choose(kind);
    answered = false;
    back = { text, at: performance.now(), why: whyNot(said) };
  });
  form.addEventListener("line:edited", ({ detail: { text, kind } }) => {
    if (field.value.trim()) offer(field.value);
    put(text);
    choose(kind);
    field.focus();
  });
  const offer = (text, why = "") => document.dispatchEvent(new CustomEvent("table:unsent", { detail: { text, why } }));
  function whyNot(said) {
    const answer = new DOMParser().parseFromString(said ?? "", "text/html");
    if (answer.querySelector(".unclear, .pick")) return "it may mean more than one thing. Put it back to choose.";
    return answer.querySelector(".refusal, .lacks")?.textContent.trim() ?? "";
  }
  function part() {
    const { text, at, why } = back, typed = field.value;
    if (!text || typed === text) return;
    back = { text: "", at: -READ };
    if (performance.now() - at > READ || !typed.startsWith(text)) return;
    offer(text, why);
    put(typed.slice(text.length));
  }

  field.addEventListener("input", part);
  form.addEventListener("input", ask);
  form.addEventListener("change", (event) => { if (event.target !== field) ask(); });
  form.addEventListener("reset", () => setTimeout(ask));
  for (const chip of chips) {
    chip.addEventListener("click", (event) => {
      if (field.value.trim()) return; // then it adds one of its kind
      event.preventDefault();
      choose(kindField.value === chip.value ? "" : chip.value);
      field.focus();
    });
  }

  // What is offered, and what stands elsewhere on the page: it is put into the line, with the caret where a word is missing.
  document.addEventListener("click", (event) => {
    const offered = event.target.closest("[data-says]");
    if (!offered) return;
    event.preventDefault();
    const text = offered.dataset.says, gap = text.indexOf("…");
    put(text.replace("…", ""));
    field.focus();
    if (gap >= 0) field.setSelectionRange(gap, gap);
  });
  // What is pasted or dropped keeps its lines: the field shows their ends.
  function takeLines(event) {
    const lines = (event.clipboardData ?? event.dataTransfer)?.getData("text/plain").trim() ?? "";
    if (!/[\r\n]/.test(lines)) return;
    event.preventDefault();
    field.setRangeText(lines.replace(/\s*[\r\n]+\s*/g, " ⏎ "), field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  field.addEventListener("paste", takeLines);
  field.addEventListener("drop", takeLines);

  // The choices by keyboard: the arrows go from the line to them and back, Escape to the line.
  form.parentElement.addEventListener("keydown", (event) => {
    const stops = [field, ...says.querySelectorAll("button:not([hidden])")], at = stops.indexOf(event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + stops.length, Escape: 0 }[event.key];
    if (at < 0 || to === undefined || stops.length < 2 || (event.key === "Escape" && !at)) return;
    event.preventDefault();
    event.stopPropagation();
    stops[to % stops.length].focus();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (field.value.trim().length > MANY) offer(field.value);
    put("");
    field.blur();
  });
})();
