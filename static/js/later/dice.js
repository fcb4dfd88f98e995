// A roll that comes while people watch is played on phones and TV: its dice tumble, then the total, the verdict and what it
// changed (css/parts/dice.css). A press or a key ends it at once, and only its end is spoken. Real dice can be tapped in.
(() => {
  const LENGTH = 2200; // as long as the styles play
  const root = document.documentElement, tv = document.querySelector("[data-tv]");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const known = new Set(), untold = new Map(), playing = new Map();
  requestAnimationFrame(() => requestAnimationFrame(() => root.setAttribute("data-watching", "")));

  // Dice that have not fallen here before; another stage of a moment has the same ones.
  function isNew(each) {
    const { moment, stage } = each.dataset, roll = `${moment} ${stage.split(" ").pop()}`;
    if (!each.querySelector(".die") || known.has(roll)) return false;
    return Boolean(known.add(roll));
  }

  function play(each) {
    if (still.matches) return;
    each.setAttribute("data-plays", "");
    clearTimeout(playing.get(each.id));
    playing.set(each.id, setTimeout(stop, LENGTH, each.id));
  }

  function stop(id) {
    playing.delete(id);
    document.getElementById(id)?.removeAttribute("data-plays");
  }

  function tell(id) {
    clearTimeout(untold.get(id));
    untold.delete(id);
    const each = document.getElementById(id);
    if (each) document.dispatchEvent(new CustomEvent("moment:told", { detail: each }));
  }

  // What comes is told by who sent it, unless it is played first: on the TV as soon as its place is free.
  document.addEventListener("moment:comes", (event) => {
    const each = event.detail, { id } = each;
    const waits = document.body.dataset.role !== "gm" && !document.hidden && (tv ? each.querySelector(".die") : isNew(each));
    if (waits && !tv) play(each);
    if (waits && !still.matches && !untold.has(id)) untold.set(id, setTimeout(tell, LENGTH, id));
    if (untold.has(id)) event.preventDefault();
  });
  document.addEventListener("moment:large", ({ detail }) => {
    if (!isNew(detail)) return;
    document.dispatchEvent(new CustomEvent("dice:fall"));
    play(detail);
  });

  function skip() {
    if (playing.size) document.dispatchEvent(new CustomEvent("dice:skipped"));
    [...playing.keys()].forEach(stop);
    [...untold.keys()].forEach(tell);
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
