// A press that answers the first of what waits goes on to where the rest of it stands; what is applied, to the clocks.
document.addEventListener("click", (tap) => {
  const place = tap.target.closest("[data-then]")?.dataset.then;
  if (!place) return;
  location.hash = place;
  document.getElementById(place)?.scrollIntoView(); // an address that stays the same moves nothing by itself
});
