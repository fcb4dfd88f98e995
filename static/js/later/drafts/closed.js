// Texts that wait in what is closed, here or on another page: a small line names them, and opens them. Where the thing is
// gone meanwhile, its text is offered, and no longer once it is back.
(() => {
  const SOON = 1500, BETWEEN = 5000, LONGEST = 40; // milliseconds, letters
  const { page, table, all: fields, keyOf, placeIn, outlasts } = draftFields;
  const foot = document.querySelector(".foot-texts") ?? document.querySelector(".foot") ?? document.querySelector("main");
  const PAGES = { [`${table}/sheet`]: "my sheet", [`${table}/notes`]: "my notes", [table]: "the table" };
  let looking = null, looked = -BETWEEN;

  const inspected = () => document.querySelector("#inspected[data-look]")?.dataset.hxGet;
  const isElsewhere = ({ key }) => ![page, inspected()].includes(placeIn(key));
  const short = (words) => words.split(/\s+/).join(" ").trim().slice(0, LONGEST);
  const folded = (field) => field.closest("details:not([open])");

  function show() {
    const places = new Map(goneDrafts.all().filter((each) => isElsewhere(each) && !each.draft.gone && !each.draft.choice && typeof each.draft.value === "string")
      .map(({ key, draft }) => [placeIn(key), draft.heading || PAGES[placeIn(key)] || draft.label || "another page"]));
    const parts = new Map(fields().filter((field) => outlasts(field) && drafts.typed.has(keyOf(field)) && folded(field))
      .map((field) => [short(folded(field).querySelector("summary").textContent), field]));
    for (const each of goneDrafts.all()) addAsk(parts, each);
    const line = document.getElementById("unsent-texts"), of = JSON.stringify([...places, ...parts.keys()]);
    if (line?.dataset.of === of) return;
    line?.remove();
    if (!places.size && !parts.size) return;
    const links = [...places].map(([href, textContent]) => draftBoxes.make("a", { href, textContent, className: "button slim quiet" }));
    const fresh = draftBoxes.make("p", { id: "unsent-texts", className: "unsent-texts quick hint" }, "Unsent text:",
      ...[...links, ...[...parts].map((each) => opener(...each))].flatMap((each) => [" ", each]));
    fresh.dataset.of = of;
    foot.prepend(fresh);
  }
  function opener(textContent, field) {
    const made = draftBoxes.make("button", { type: "button", textContent, className: "button slim quiet" });
    const key = field.matches("[data-ask]") ? null : keyOf(field);
    const opens = () => key ? open(fields().find((each) => keyOf(each) === key)) : field.click();
    made.addEventListener("click", () => setTimeout(opens)); // a tap beside a sheet closes it first
    return made;
  }
  // What was typed about a clock is asked about it again.
  function addAsk(parts, { key, draft }) {
    const [, id] = /^clock=(\d+)$/.exec(draft.of) ?? [], card = id && placeIn(key) === page && document.querySelector(`[data-clock="${id}"]:has([data-ask])`);
    if (card && !draft.gone && !document.querySelector("dialog.asking[open]")) parts.set(short(card.querySelector("h3").textContent), card.querySelector("[data-ask]"));
  }
  function open(field) {
    for (let part = folded(field); part; part = folded(field)) part.open = true;
    field.focus();
  }

  async function lookAt(place) {
    const answer = await fetch(place, { headers: { "HX-Request": "true" } }).catch(() => null);
    if (answer?.status === 204) goneDrafts.loseAt(place);
    if (answer?.status === 200) goneDrafts.restoreAt(place, await answer.text());
  }
  const things = () => new Set(goneDrafts.all().filter(isElsewhere).map(({ key }) => placeIn(key)).filter((place) => place.includes("/edit/")));
  async function look() {
    looked = performance.now();
    for (const place of things()) await lookAt(place);
    looking = null;
    show();
  }

  if (!foot) return;
  document.addEventListener("table:drafts", () => {
    show();
    if (things().size) looking ??= setTimeout(look, Math.max(SOON, looked + BETWEEN - performance.now()));
  });
  for (const way of ["toggle", "close"]) document.addEventListener(way, () => setTimeout(show), true);
})();
