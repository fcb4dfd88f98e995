// What waits for a player at the lower edge: a check of theirs, their turn and whatever else asks buzz as they come.
// An outcome of one's own opens by itself and shrinks to its line after eight seconds, unless it asks for something;
// its × puts it aside until it says something else.
(() => {
  const STAYS = 8000;
  const place = document.querySelector(".waits");
  if (!place) return;
  const outcomes = () => [...place.querySelectorAll(".wait[data-said]")];
  const waiting = () => [...place.querySelectorAll(".wait.called:has(.roll), [data-asks]")];
  const asks = (outcome) => outcome.querySelector(".sheet form, .sheet [form]");
  let known = new Set(waiting().map(({ id }) => id));
  const rolled = ({ id, dataset }) => `${id} ${dataset.rolls}`;
  const told = new Set(outcomes().map(rolled));
  const aside = new Map();

  const said = (outcome) => aside.get(outcome.id) === outcome.dataset.said;
  const shrink = (id) => {
    const outcome = document.getElementById(id);
    if (outcome && !asks(outcome)) outcome.querySelector("details").open = false;
  };

  place.addEventListener("click", (event) => {
    const outcome = event.target.closest("[data-past-it]")?.closest(".wait");
    if (!outcome) return;
    aside.set(outcome.id, outcome.dataset.said);
    outcome.toggleAttribute("data-past", true);
  });

  document.addEventListener("htmx:after:settle", () => {
    const now = waiting();
    if (now.some(({ id }) => !known.has(id))) document.dispatchEvent(new CustomEvent("table:asks"));
    known = new Set(now.map(({ id }) => id));
    for (const outcome of outcomes()) {
      outcome.toggleAttribute("data-past", said(outcome));
      if (told.has(rolled(outcome))) continue;
      told.add(rolled(outcome));
      if (!outcome.matches("[data-own]")) continue;
      outcome.querySelector("details").open = true;
      setTimeout(shrink, STAYS, outcome.id);
    }
  });
})();
