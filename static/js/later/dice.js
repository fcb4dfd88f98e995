// Dice that arrive while people watch tumble; a press or a key lets them lie at once. Real dice can be tapped in.
(() => {
  const root = document.documentElement;
  requestAnimationFrame(() => requestAnimationFrame(() => root.setAttribute("data-watching", "")));

  const shown = new Set(["tumble", "told"]);
  function skip() {
    for (const running of document.getAnimations()) {
      if (shown.has(running.animationName)) running.finish();
    }
  }
  document.addEventListener("pointerdown", skip);
  document.addEventListener("keydown", skip);

  document.addEventListener("click", (event) => {
    const face = event.target.closest("[data-faces] button");
    const typed = face && [...face.closest("form").querySelectorAll("[data-die]")];
    if (!typed) return;
    const place = face.value ? typed.find((each) => !each.value) : typed.findLast((each) => each.value);
    if (place) place.value = face.value;
  });
})();
