// What the book works out and what is left to spend: asked of the server after each change of a sheet; nothing is kept.
(() => {
  const place = document.querySelector("[data-sums]"), form = place?.closest("form");
  let waiting, asked = 0;
  form?.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 200);
  });

  async function ask() {
    const mine = ++asked;
    const answer = await fetch(place.dataset.sums, { method: "POST", body: new URLSearchParams(new FormData(form)) }).catch(() => null);
    if (!answer?.ok) return; // a sheet that is not yet right keeps the last
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== asked) return;
    for (const each of fresh.querySelectorAll("[data-sum]")) {
      document.querySelector(`[data-sum="${each.dataset.sum}"]`)?.replaceChildren(...each.childNodes);
    }
  }
})();
