// What just happened ends by itself, a minute after it happened. On a player's page one is shown, first what befell them,
// which comes up by itself and shrinks to its line again, as the newest does that befell all; how many more there are is said.
(() => {
  const LASTS = 60000, LARGE = 8000, BEHIND = 300000, FALLING = 1500;
  const place = () => document.getElementById("moments");
  if (!place()) return;
  const phone = document.body.dataset.role === "player";
  const all = () => [...place().querySelectorAll("[data-moment]")];
  const stage = ({ dataset }) => `${dataset.moment} ${dataset.stage}`;
  const asks = (each) => each.querySelector(".sheet :is(form, [form])");
  const happened = ({ dataset }) => Math.min(Number(dataset.since), Date.now());
  const since = new Map(all().map((each) => [stage(each), happened(each)]));
  const past = new Set(), untold = new Set(), alone = new Set();
  let ends, asked = -1000;

  // What comes while the page is open has just happened, whatever the device's clock says; what comes late has not.
  function isNew(each) {
    if (since.has(stage(each))) return false;
    const late = Date.now() - Number(each.dataset.since) > BEHIND;
    since.set(stage(each), late ? happened(each) : Date.now());
    return !late;
  }

  // How long the dice of somebody else still tumble on their phone and the TV.
  function falls(each) {
    const rolled = phone && !each.matches("[data-own]") && /^check\.(rolled|changed|decided)/.test(each.dataset.stage);
    return rolled ? since.get(stage(each)) + FALLING - Date.now() : 0;
  }

  // Mine is shown as long as it is large, is read or asks something; a clock that is full is ours.
  function chosen(fresh) {
    const newest = fresh[0], mine = fresh.find((each) => each.matches("[data-own]"));
    if (!mine || asks(mine) || mine.querySelector(".sheet[open]:not([data-alone])")) return mine ?? newest;
    return newest.matches("[data-ours]") || Date.now() - since.get(stage(mine)) > LARGE ? newest : mine;
  }

  function arrange() {
    const news = all().filter(isNew), left = (each) => since.get(stage(each)) + LASTS - Date.now();
    for (const each of news) untold.add(stage(each));
    const fresh = all().filter((each) => left(each) > 0 && !past.has(stage(each)) && falls(each) <= 0);
    const shown = phone ? [chosen(fresh)].filter(Boolean) : fresh;
    for (const each of all()) {
      each.querySelector("details[open]")?.toggleAttribute("data-alone", alone.has(each.id)); // a new view of it has none
      each.toggleAttribute("data-shown", shown.includes(each));
      each.toggleAttribute("data-later", phone && fresh.includes(each) && !shown.includes(each));
      each.dataset.more = fresh.length - 1;
      document.getElementById(`line-${each.dataset.entry}`)?.toggleAttribute("data-told", !phone && shown.includes(each)); // said once
    }
    clearTimeout(ends);
    const small = (each) => since.get(stage(each)) + LARGE - Date.now();
    const next = [...fresh.map(left), ...[...all().map(falls), ...fresh.map(small)].filter((each) => each > 0)];
    if (next.length) ends = setTimeout(arrange, Math.min(...next) + 50);
    const told = shown.filter((each) => untold.delete(stage(each)));
    for (const each of told) {
      const comes = new CustomEvent("moment:comes", { detail: each, cancelable: true }); // js/later/dice.js plays a roll first
      if (document.dispatchEvent(comes)) document.dispatchEvent(new CustomEvent("moment:told", { detail: each }));
    }
    if (phone && !document.hidden) told.filter((each) => each.matches("[data-own], [data-ours]")).forEach(comeUp);
  }

  // It opens over what is read, never over what is typed or what somebody has opened, and buzzes unless a turn does.
  function comeUp(own) {
    setTimeout(() => { if (performance.now() - asked > 1000) document.dispatchEvent(new CustomEvent("table:asks")); }, 200);
    if (document.querySelector("dialog[open], .dock .sheet[open]:not([data-alone])") || document.activeElement?.matches("input, textarea, select")) return;
    const sheet = own.querySelector("details");
    alone.add(own.id); // the others come with a tap, since here lies what asks
    sheet.toggleAttribute("data-alone", true);
    sheet.addEventListener("toggle", () => sheet.open || (alone.delete(own.id), sheet.removeAttribute("data-alone")));
    sheet.open = true;
    setTimeout(() => { if (!asks(own)) sheet.open = false; }, LARGE);
  }

  // What is asked of me now comes before what I was told, unless that is as new.
  document.addEventListener("table:asks", ({ detail }) => {
    if (detail !== "waits") return;
    asked = performance.now();
    for (const each of all().map(stage)) if (Date.now() - since.get(each) > LARGE) past.add(each);
    arrange();
  });
  document.addEventListener("htmx:after:settle", arrange);
  arrange();
})();
