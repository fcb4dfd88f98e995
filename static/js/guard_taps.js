// A tap hits what it was meant for. While a finger is on a control, a panel that would move, remove or replace it
// waits, a second at most; numbers and dials go on. A control that comes takes presses after a moment; one that has
// become another thing meanwhile is not pressed, and says so.
(() => {
  const LONGEST = 1000, LIFTED = 100, FRESH = 300;
  const CONTROLS = "a[href], button, summary, label, select, input, textarea, [data-dial]";
  if (document.body.dataset.role === "tv") return;
  let touched = null, meant, letting, held = [];

  const says = (control) => control.getAttribute("href") ?? control.value + control.form?.elements.check?.value;
  // Without numbers and drawings: what decides where everything stands.
  const shape = (panel) => [panel, ...panel.querySelectorAll("*:not(svg *)")]
    .map((each) => each.localName + each.id + each.hidden + (each.matches("button, a") ? says(each) : "")).join();

  // What moves with a control: its pane, where that scrolls by itself, else the whole page; the foot stands alone.
  function around(control) {
    const pane = control.closest(".pane, .foot, .inspector, .top");
    return pane?.getClientRects().length ? pane : document.body;
  }

  const wouldMove = ({ type, target, fragment, swapSpec: { style } }) => type === "partial" && fragment.firstElementChild
    && around(touched).contains(target) && style !== "none"
    && (style !== "outerMorph" || shape(fragment.firstElementChild) !== shape(target));

  function release() {
    clearTimeout(letting);
    touched = null;
    for (const swap of held.splice(0)) htmx.swap(swap);
  }

  document.addEventListener("pointerdown", ({ target }) => {
    release();
    meant = touched = target.closest?.(CONTROLS);
    if (!touched) return;
    meant = [touched, says(touched)];
    letting = setTimeout(release, LONGEST);
  }, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(release, LIFTED), true);

  document.addEventListener("htmx:before:swap", ({ target, detail: { tasks } }) => {
    for (const task of touched ? tasks.filter(wouldMove) : []) {
      const inner = [...task.fragment.children].map((each) => each.outerHTML).join("");
      const text = `<hx-partial hx-target="#${task.target.id}" hx-swap="${task.swapSpec.style}">${inner}</hx-partial>`;
      held.push({ text, sourceElement: target, target, swap: "none" });
      tasks.splice(tasks.indexOf(task), 1);
    }
  });

  document.addEventListener("click", (event) => {
    const control = event.target.closest?.("button, a"), [was, said] = meant ?? [];
    meant = null;
    if (!control || control !== was || says(control) === said) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const named = control.getAttribute("aria-label") ?? control.textContent.trim();
    document.dispatchEvent(new CustomEvent("notice:say", { detail: `This button just changed to “${named}”, so nothing was done.` }));
  }, true);

  new MutationObserver((changes) => {
    const came = changes.flatMap(({ addedNodes, attributeName: name, target }) => (name ? target === meant?.[0] ? [] : [target] : [...addedNodes]));
    const fresh = came.filter((each) => each.matches).flatMap((each) => [each, ...each.querySelectorAll("*")]).filter((each) => each.matches(CONTROLS));
    for (const each of fresh) each.toggleAttribute("data-fresh", true);
    if (fresh.length) setTimeout(() => { for (const each of fresh) each.removeAttribute("data-fresh"); }, FRESH);
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-place", "value", "href"] });
})();
