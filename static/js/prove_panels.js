// A page whose swap broke off, or that shows something else than the server's stamps say, fetches itself whole:
// once a minute at most, what is typed stays, and the server is told. A panel's stamp is set when all of the
// message stands, so that one left half done has none.
(() => {
  const MINUTE = 60000;
  const body = document.body;
  const swaps = new Map();
  let fetched = -MINUTE, broken = false, wrong = 0;

  const panels = (root) => [...root.querySelectorAll("[data-at]")];
  const stamped = (root) => [...root.querySelectorAll("[data-stamp]")].map(({ dataset }) => parseInt(dataset.stamp, 16));
  const lines = (root) => [...root.querySelectorAll("#journal-lines > [data-line]")].map(({ dataset }) => parseInt(dataset.line, 16));
  const sum = (numbers) => numbers.reduce((all, each) => (all + each) % 2 ** 32, 0);
  const outermost = (panel) => !panel.parentElement.closest("[data-at]");

  function isOlder(cursor) {
    const [epoch, revision] = cursor.split("-"), [known, stands] = body.dataset.cursor.split("-");
    return epoch === known && Number(revision) < Number(stands);
  }

  function show(fresh) {
    for (const panel of panels(fresh).filter(outermost)) {
      document.getElementById(panel.id)?.replaceWith(panel);
      htmx.process(panel);
    }
    document.dispatchEvent(new CustomEvent("table:fresh"));
    body.dataset.cursor = fresh.body.dataset.cursor;
    body.dataset.revision = fresh.body.dataset.revision;
  }

  function proof(root, most = 0) {
    const shown = stamped(root), newest = lines(root).slice(0, most);
    const inOrder = newest.map((stamp, place) => (place + 1) * stamp);
    return { count: shown.length, stamp: sum(shown), lines: newest.length, told: sum(inOrder) };
  }

  function proves(told) {
    const shown = proof(document, told.lines);
    return Object.entries(shown).every(([name, each]) => each === (told[name] ?? 0));
  }

  async function whole(why) {
    if (performance.now() - fetched < MINUTE) return;
    fetched = performance.now();
    wrong = 0;
    body.dispatchEvent(new CustomEvent("page:astray", { detail: why }));
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (isOlder(fresh.body.dataset.cursor)) return;
    const wanted = proof(fresh, Infinity);
    show(fresh);
    if (!proves(wanted)) location.reload(); // something stands where no panel belongs
  }

  document.getElementById("live")?.addEventListener("hb", ({ detail: { data } }) => {
    const told = JSON.parse(data);
    const stands = told.cursor === body.dataset.cursor && !swaps.size && !document.querySelector("[data-pending]");
    if (!told.count || !stands) return;
    wrong = proves(told) ? 0 : wrong + 1;
    if (wrong > 1) whole("stamp");
  });

  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const coming = tasks.flatMap(({ fragment }) => (fragment ? panels(fragment) : []));
    swaps.set(ctx, coming.map(({ id, dataset: { at, stamp } }) => ({ id, at, stamp })));
    for (const panel of coming) delete panel.dataset.stamp;
    if (!broken) return;
    for (const { swapSpec } of tasks) if (swapSpec.style === "outerMorph") swapSpec.style = "outerHTML";
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    for (const { id, at, stamp } of swaps.get(ctx) ?? []) {
      const panel = document.getElementById(id);
      if (stamp && panel?.dataset.at === at) panel.dataset.stamp = stamp;
    }
    broken = false;
    swaps.delete(ctx);
  });
  document.addEventListener("htmx:finally:swap", ({ detail: { ctx } }) => {
    if (!swaps.has(ctx)) return;
    for (const { id } of swaps.get(ctx)) delete document.getElementById(id)?.dataset.at; // it may come again
    broken = true; // nothing of what stands is kept, then
    swaps.delete(ctx);
    whole("swap");
  });
})();
