// While the table does not answer, up to five ticks wait for it, for half a minute; then plus and minus rest,
// and the page says so. Nothing is counted ahead: the dial shows what the table last said.
(() => {
  const MOST = 5, LONGEST = 30000;
  const TICK = /^do=clock\.(tick|set)&/;
  const body = document.body;
  let waiting = 0, since = null, said = null;

  const isTick = (button) => TICK.test(button?.value);
  const buttons = () => [...document.querySelectorAll("button[name=act]")].filter(isTick);

  function say(words) {
    document.dispatchEvent(new CustomEvent("notice:say", { detail: words }));
    said = document.querySelector("#notice .refusal");
  }

  function rest() {
    body.dataset.late = "";
    document.dispatchEvent(new CustomEvent("table:late"));
    for (const button of buttons()) button.setAttribute("aria-disabled", "true");
    if (waiting) say("The table did not respond for half a minute, so waiting ticks may be lost. Reconnecting; ticks are disabled.");
  }

  function wake() {
    delete body.dataset.late;
    for (const button of buttons()) button.removeAttribute("aria-disabled");
    said?.remove();
    said = null;
  }

  document.addEventListener("submit", (event) => {
    if (!isTick(event.submitter)) return;
    const cut = body.dataset.live !== "live";
    if (!cut || (waiting < MOST && !("late" in body.dataset))) {
      waiting += 1;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    say("late" in body.dataset ? "The table is not responding; press again when the page is live." : `${MOST} ticks are already waiting; this one was not added.`);
  }, true);
  document.addEventListener("htmx:finally:request", (event) => {
    if (isTick(event.detail.ctx.request.submitter)) waiting = Math.max(0, waiting - 1);
  });

  body.addEventListener("live:state", (event) => {
    if (event.detail !== "live") since ??= performance.now();
    else {
      since = null;
      wake();
    }
  });
  setInterval(() => {
    if (since !== null && !("late" in body.dataset) && performance.now() - since > LONGEST) rest();
  }, 500);
})();
