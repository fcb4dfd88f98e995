// The fields that people fill in: what names a field across pages, what it holds, and what the server last said of it.
const draftFields = (() => {
  const FIELDS = "input:not([type=hidden], [type=search], [type=file], [type=submit], [type=button]), textarea, select";
  const THING = /^(?:command-)?((?:character|clock|tag|zone|condition|scene|note|check)=\d+)$/;
  const page = location.pathname, table = page.split("/").slice(0, 3).join("/");
  const tableName = () => document.querySelector("h1 bdi")?.textContent;
  const isPlayers = () => document.body.dataset.role === "player" || /^\/t\/[^/]+\/(sheet|notes)$/.test(page);

  const asks = (field) => field.closest("dialog.asking")?.querySelector("[data-of]")?.value !== ""; // about something now
  const counts = (field) => field.name && asks(field); // what has no name is never sent
  const isField = (field) => field.matches?.(FIELDS) && counts(field);
  const all = (root = document) => [...root.querySelectorAll(FIELDS)].filter(counts);
  const ticked = ({ type }) => type === "checkbox" || type === "radio";
  const isText = (field) => field.matches("textarea") || (field.type === "text" && field.inputMode !== "numeric");
  const isNumber = (field) => field.matches("input[type=number], input[inputmode=numeric]");
  const hasNewer = (field) => isText(field) || (isNumber(field) && field.closest("[data-based]")); // somebody else may have written there
  const outlasts = (field) => isText(field) || isNumber(field) || field.closest("[data-keeps-all]");
  const same = (one, other) => String(one).split(/\s+/).join(" ").trim() === String(other).split(/\s+/).join(" ").trim();
  const valueOf = (field) => ticked(field) ? field.checked : field.value;
  // A line of numbers fills in a sheet: what the server has there is not on the page.
  const isFilledIn = (field) => field.matches("[data-keeps-all] [type=number]") && document.querySelector("[data-unsaved]");
  function baseOf(field) {
    if (isFilledIn(field)) return null;
    if (ticked(field)) return field.defaultChecked;
    if (!field.options) return field.defaultValue;
    return ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value ?? "";
  }
  function set(field, value) {
    if (ticked(field)) field.checked = value;
    else field.value = value ?? field.defaultValue;
  }

  // The server's own address of what is inspected, or the page; then the form's command; then the field there. A line
  // of a sheet goes by its name.
  const hidden = (form) => [...form?.elements ?? []].filter(({ type, name }) => type === "hidden" && name !== "press" && !name.startsWith("base."))
    .map(({ name, value }) => `${name}=${value}`);
  const placeOf = (field) => field.closest("[data-look]")?.dataset.hxGet ?? page;
  const named = (field) => `${hidden(field.form).join("&")}&${field.name}=${ticked(field) ? field.value : ""}`;
  const thingOf = (form) => hidden(form).map((each) => THING.exec(each)?.[1]).find(Boolean);
  const commandOf = ({ form }) => [form?.getAttribute("id") ?? "", form?.querySelector("input[name=do]")?.value ?? "", thingOf(form) ?? ""].join("/");
  const keyOf = (field) => `${placeOf(field)}#${commandOf(field)}#${field.name.startsWith("stats.") ? named(field) : field.id || named(field)}`;
  const placeIn = (key) => key.slice(0, key.indexOf("#"));
  const fieldIn = (key) => key.split("#")[2].replace(/.*&([^=]*)=.*/, "$1"); // its id or name
  const formIn = (key) => key.split("#", 2).join("#");

  // What a draft is about, in the words of the page; a player's device keeps the field's alone.
  const labelOf = (field) => (field.labels?.[0]?.textContent ?? field.getAttribute("aria-label") ?? "").trim();
  function aboutOf(field) {
    const of = thingOf(field.form) ?? thingOf(document.querySelector(".own-sheet"));
    if (isPlayers()) return { of, label: (field.labels?.[0]?.textContent ?? "").trim() };
    const heading = field.closest(".inspected")?.querySelector("#h-inspected") ?? field.form;
    return { of, heading: heading?.getAttribute("aria-label") ?? heading?.textContent.trim() ?? "", label: labelOf(field) };
  }

  const calledOf = ({ heading, label }) => [heading, label].filter(Boolean).join(", ");

  return { page, table, tableName, isPlayers, isField, all, ticked, hasNewer, outlasts, same, valueOf, baseOf, set, placeOf, keyOf, placeIn, fieldIn, formIn, labelOf, aboutOf, calledOf };
})();
