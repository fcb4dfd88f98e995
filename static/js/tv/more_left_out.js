// A list without room for all it holds shows the first of it, and says how many are left out.
(() => {
  const tv = document.querySelector("[data-tv]");
  if (!tv) return;

  function fit(list) {
    const more = list.querySelector("[data-more]"), all = [...list.children].filter((each) => each !== more);
    if (!more) return; // it is being drawn anew
    for (const each of all) each.removeAttribute("data-away");
    more.removeAttribute("data-left");
    for (let shown = all.length - 1; shown > 0 && list.scrollHeight > list.clientHeight + 1; shown -= 1) {
      all[shown].setAttribute("data-away", "");
      more.dataset.left = more.dataset.more.replace("#", all.length - shown);
    }
  }

  const fitAll = () => tv.querySelectorAll("[data-fits]").forEach(fit);
  const moved = (records) => records.some(({ target }) => !target.matches("[data-clock]"));
  new MutationObserver((records) => { if (moved(records)) fitAll(); }).observe(tv, { subtree: true, attributes: true, attributeFilter: ["data-at", "data-open", "hidden"] });
  addEventListener("resize", fitAll);
  document.fonts.ready.then(fitAll);
  fitAll();
})();
