// A page without the stream, such as one's own sheet, asks for itself while it holds what is not sent: what others wrote
// there meanwhile stands beside it before anybody saves, and in the fields that were left alone.
(() => {
  const { all: fields, ticked, baseOf, set, keyOf } = draftFields, { typed } = drafts;
  if (document.getElementById("live")) return;

  async function look() {
    if (document.hidden || !fields().some((field) => typed.has(keyOf(field)))) return;
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const newer = new Map(fields(fresh).map((field) => [keyOf(field), baseOf(field)]));
    for (const field of fields()) {
      const now = newer.get(keyOf(field)) ?? null, was = baseOf(field);
      if (now !== null && was !== null && now !== was) follow(field, now);
    }
    document.dispatchEvent(new CustomEvent("table:fresh"));
  }
  function follow(field, now) {
    const draft = typed.get(keyOf(field));
    if (ticked(field)) field.defaultChecked = now;
    else if (field.options) for (const option of field.options) option.defaultSelected = option.value === now;
    else field.defaultValue = now;
    set(field, draft ? draft.value : now);
    if (!draft) field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  setInterval(look, draftsOnDevice.BEAT);
})();
