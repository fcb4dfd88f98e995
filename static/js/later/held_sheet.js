// A sheet that is up stays under the finger: what comes to wait meanwhile makes the dock higher behind it.
(() => {
  const dock = document.querySelector(".dock"), SHEET = ".sheet:not(.moment > *)";
  if (!dock) return;
  const isUp = () => dock.querySelector(`${SHEET}[open]`);

  function hold() {
    dock.style.removeProperty("--held");
    if (isUp()) dock.style.setProperty("--held", `${dock.clientHeight}px`);
  }
  document.addEventListener("toggle", ({ target }) => { if (dock.contains(target) && target.matches(SHEET)) hold(); }, true);
  document.addEventListener("htmx:after:settle", () => { if (!isUp()) hold(); }); // what it was about is gone
  addEventListener("resize", hold);
  hold();
})();
