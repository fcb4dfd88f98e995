// What waits for a player at the lower edge: a check of theirs, their turn and whatever else asks buzz as they come, and
// end what was told before.
(() => {
  const place = document.querySelector(".waits");
  if (!place) return;
  const waiting = () => new Set([...place.querySelectorAll(".wait.called:has(.roll), [data-asks]")].map(({ id }) => id));
  let known = waiting();

  document.addEventListener("htmx:after:settle", () => {
    const before = known;
    known = waiting();
    if ([...known].some((id) => !before.has(id))) document.dispatchEvent(new CustomEvent("table:asks", { detail: "waits" }));
  });
})();
