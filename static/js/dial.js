// A tap on a segment fills the dial to it; a tap on the last filled one takes it back.
(() => {
  const TOP = -Math.PI / 2, TURN = 2 * Math.PI;

  function segmentAt(dial, event, segments) {
    const box = dial.getBoundingClientRect();
    const angle = Math.atan2(
      event.clientY - (box.top + box.height / 2),
      event.clientX - (box.left + box.width / 2),
    );
    const turned = (((angle - TOP) % TURN) + TURN) % TURN;
    return Math.min(segments, Math.floor((turned / TURN) * segments) + 1);
  }

  document.addEventListener("click", (event) => {
    const dial = event.target.closest("[data-dial]");
    const clock = dial?.closest("[data-clock][data-segments]");
    if (!clock) return;
    const segment = segmentAt(dial, event, Number(clock.dataset.segments));
    const filled = segment === Number(clock.dataset.filled) ? segment - 1 : segment;
    document.dispatchEvent(new CustomEvent("table:act", { detail: { do: "clock.set", clock: clock.dataset.clock, filled } }));
  });
})();
