// Never lets an older panel overwrite a newer one, nor swaps in one that stands there already (whoever pressed
// is sent it twice, by the stream and in the reply), and never shows a journal line twice, nor one that a newer
// journal has left out. A panel says in data-at at which cursor (<epoch>-<revision>) it was drawn; new lines say
// in their hx-swap until which cursor they go, behind a # so that 1234567e-61 is not taken for a number.
(() => {
  const split = (at) => { const cut = at.lastIndexOf("-"); return [at.slice(0, cut), Number(at.slice(cut + 1))]; };

  function isNotNewer(incoming, standing) {
    if (!incoming || !standing) return false;
    const [epoch, revision] = split(incoming);
    const [known, newest] = split(standing);
    return epoch === known && revision <= newest;
  }

  document.addEventListener("htmx:before:swap", (event) => {
    for (const task of event.detail.tasks ?? []) {
      if (task.type !== "partial" || !task.target) continue;
      const incoming = task.swapSpec.until?.slice(1) ?? task.fragment.firstElementChild?.dataset.at;
      const standing = task.swapSpec.until ? task.target.closest("[data-at]") : task.target;
      if (isNotNewer(incoming, standing?.dataset.at)) task.swapSpec.style = "none";
      for (const line of task.fragment.querySelectorAll("[data-line]")) {
        if (task.swapSpec.style === "afterbegin" && document.getElementById(line.id)) line.remove();
      }
    }
  });
})();
