// A tap anywhere on a dial moves its clock on by one, as the plus beside it does.
(() => {
  document.addEventListener("click", (event) => {
    const clock = event.target.closest("[data-dial]")?.closest("[data-clock]");
    if (!clock) return;
    document.dispatchEvent(new CustomEvent("table:act", { detail: { do: "clock.tick", clock: clock.dataset.clock, by: 1 } }));
  });
})();
