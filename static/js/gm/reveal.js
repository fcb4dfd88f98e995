// Showing more of a thing can be taken back for a moment: the press goes out when the countdown is over.
// Hiding goes out at once. Who leaves the page or closes the inspector meanwhile has decided: the press is sent.
(() => {
  const WAIT = 1500;
  const STATES = ["secret", "rumoured", "masked", "shown"];
  const waiting = new Map();

  const rank = (state) => Math.max(0, STATES.indexOf(state));
  const sightOf = (button) => button?.name === "visibility" ? button.closest(".sight") : null;
  const state = (sight) => sight?.querySelector("[aria-pressed=true]")?.value;
  const picked = (form) => [...document.querySelectorAll(`[form=${form.id}]:checked`)].map((each) => each.closest("[data-visibility]").dataset.visibility);
  // Of many that are picked, one that comes to light is enough.
  const isMore = (sight, form, button) =>
    (sight === form ? [state(sight)] : picked(form)).some((each) => rank(button.value) > rank(each));

  function endCountdown(sight) {
    const reveal = waiting.get(sight);
    waiting.delete(sight);
    const held = document.activeElement === sight.querySelector("[data-stay]");
    clearTimeout(reveal?.timer);
    sight.removeAttribute("data-revealing");
    if (held) (sight.querySelector("[aria-pressed=true]") ?? reveal.button).focus();
    return reveal;
  }

  function send(sight) {
    const { form, button } = endCountdown(sight);
    if (!form.isConnected) return beacon(form, button); // the inspector was closed meanwhile
    button.dataset.meant = "";
    form.requestSubmit(button);
    delete button.dataset.meant;
  }

  function beacon(form, button) {
    navigator.sendBeacon(form.getAttribute("action"), new FormData(form, button));
  }

  function hold(sight, form, button) {
    const stay = sight.querySelector("[data-stay]");
    const focused = document.activeElement === button;
    sight.setAttribute("data-revealing", "");
    stay.setAttribute("aria-label", `${sight.getAttribute("aria-label") ?? form.getAttribute("aria-label")}: Revealing… tap to cancel`);
    if (focused) stay.focus();
    waiting.set(sight, { form, button, timer: setTimeout(() => send(sight), WAIT) });
  }

  document.addEventListener("submit", (event) => {
    const button = event.submitter, sight = sightOf(button);
    if (!sight || button.dataset.meant !== undefined) return;
    if (waiting.has(sight)) endCountdown(sight);
    if (!isMore(sight, event.target, button)) return;
    event.preventDefault();
    event.stopPropagation();
    hold(sight, event.target, button);
  }, true);

  document.addEventListener("click", (event) => {
    const stay = event.target.closest("[data-stay]");
    if (stay) endCountdown(stay.closest(".sight"));
  });
  document.addEventListener("keydown", (event) => {
    const sight = event.key === "Escape" && event.target.closest?.("[data-revealing]");
    if (!sight) return;
    event.preventDefault(); // what it stands in stays open
    endCountdown(sight);
  });
  addEventListener("pagehide", () => {
    for (const [sight, { form, button }] of waiting) {
      beacon(form, button);
      endCountdown(sight);
    }
  });
})();
