// Texts that wait in what is closed: a small line names them, and opens them. Where the thing is gone meanwhile, its
// text is offered.
(() => {
  const SOON = 1500, BETWEEN = 5000; // milliseconds
  const foot = document.querySelector(".foot");
  const PLAYERS = { sheet: "my sheet", notes: "my notes" };
  let looking = null, looked = -BETWEEN;

  const inspected = () => document.querySelector("#inspected[data-look]")?.dataset.hxGet;
  const closed = () => [...drafts.places()].filter(([place]) => place !== inspected());

  function show() {
    const waiting = closed(), line = document.getElementById("unsent-texts");
    const words = waiting.map(([place, { heading }]) => [place, heading || PLAYERS[place.split("/").pop()] || "another page"]);
    if (line?.dataset.of === JSON.stringify(words)) return;
    line?.remove();
    if (!words.length) return;
    const links = words.flatMap(([href, textContent]) => [" ", draftBoxes.make("a", { href, textContent, className: "button slim quiet" })]);
    const fresh = draftBoxes.make("p", { id: "unsent-texts", className: "unsent-texts quick hint" }, "Unsent text:", ...links);
    fresh.dataset.of = JSON.stringify(words);
    foot.prepend(fresh);
  }

  async function lookAt(place) {
    const answer = await fetch(place, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer?.status === 204) drafts.loseAt(place);
  }
  async function look() {
    looked = performance.now();
    for (const [place] of closed()) if (place.includes("/edit/")) await lookAt(place);
    looking = null;
    show();
  }

  if (!foot) return;
  document.addEventListener("table:drafts", () => {
    show();
    if (closed().length) looking ??= setTimeout(look, Math.max(SOON, looked + BETWEEN - performance.now()));
  });
  document.getElementById("inspector")?.addEventListener("toggle", () => setTimeout(show));
})();
