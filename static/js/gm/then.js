// A press that answers the first of what waits goes on to where the rest of it stands.
document.addEventListener("click", (tap) => {
  const press = tap.target.closest("[data-then]");
  if (press) location.hash = press.dataset.then;
});
