// Who sits down is told so until their own page is there, and no seat is offered meanwhile: the stream may name the new seat
// as that of another.
(() => {
  const WORDS = { "seat.claim": "Sitting down…", "seat.ask": "Requesting the seat…" };
  const claim = document.getElementById("claim");
  if (!claim) return;
  const said = Object.assign(document.createElement("p"), { className: "card" });
  said.setAttribute("role", "status");

  function does(form, submitter) { // a form's own command, one of its buttons', or one in a button's value
    const own = form.querySelector("input[name=do]")?.value ?? (submitter?.name === "do" && submitter.value);
    return own || new URLSearchParams(submitter?.value ?? "").get("do");
  }
  function show(words, beside) {
    document.body.toggleAttribute("data-sits", Boolean(words));
    said.textContent = words;
    words ? beside.before(said) : said.remove();
  }

  document.addEventListener("htmx:before:request", ({ target, detail: { ctx } }) => {
    const words = target.matches("[data-press]") && WORDS[does(target, ctx.request.submitter)];
    if (words) show(words, target === claim ? claim : document.getElementById("seats"));
  });
  document.addEventListener("htmx:finally:request", ({ target, detail: { ctx } }) => {
    if (target.matches("[data-press]") && !(ctx.response?.status < 300)) show("");
  });
  addEventListener("pageshow", ({ persisted }) => { if (persisted) show(""); });
})();
