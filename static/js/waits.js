// What waits for a player at the lower edge: a check of theirs, their turn and whatever else asks buzz as they come,
// a result opens by itself and leaves after a minute, unless it still asks for something.
(() => {
  const STAYS = 60000;
  const place = document.querySelector(".waits");
  if (!place) return;
  const results = () => [...place.querySelectorAll(".wait:not(.called)")].filter((each) => !each.querySelector("form, [form]"));
  const waiting = () => [...place.querySelectorAll(".wait.called:has(.roll), [data-asks]")];
  let known = new Set(waiting().map(({ id }) => id));
  const past = new Set(results().map(({ id }) => id));

  function leave(result) {
    past.add(result.id);
    result.toggleAttribute("data-past", true);
  }
  results().forEach(leave);

  document.addEventListener("htmx:after:settle", () => {
    const now = waiting();
    if (now.some(({ id }) => !known.has(id))) document.dispatchEvent(new CustomEvent("table:asks"));
    known = new Set(now.map(({ id }) => id));
    for (const result of place.querySelectorAll(".wait:not(.called, [data-past], [data-told])")) {
      if (past.has(result.id)) leave(result);
      else {
        result.toggleAttribute("data-told", true);
        result.querySelector("details").open = true;
        setTimeout(() => results().includes(result) && leave(result), STAYS);
      }
    }
  });
})();
