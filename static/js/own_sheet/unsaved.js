// What was typed into the sheet and is not saved yet outlasts another form of its page: a weapon, a line of numbers.
(() => {
  const sheet = document.querySelector(".own-sheet"), KEY = `tableside:sheet ${location.pathname}`;
  if (!sheet) return;
  const fields = () => [...sheet.querySelectorAll("input[id], select[id], textarea[id]")];
  let unsaved = !!document.querySelector("[data-unsaved]");
  sheet.addEventListener("input", () => { unsaved = true; });

  try {
    const typed = JSON.parse(sessionStorage.getItem(KEY)) ?? {};
    sessionStorage.removeItem(KEY);
    for (const each of fields().filter(({ id }) => id in typed)) {
      if (each.type === "checkbox") each.checked = typed[each.id];
      else each.value = typed[each.id];
    }
    if (Object.keys(typed).length) sheet.dispatchEvent(new Event("input"));
  } catch { /* a browser that stores nothing */ }

  document.addEventListener("submit", ({ target }) => {
    if (target === sheet || !unsaved) return;
    const given = target.elements.line ? fields().filter(({ type }) => type !== "number") : fields();
    const typed = given.map((each) => [each.id, each.type === "checkbox" ? each.checked : each.value]);
    try { sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(typed))); } catch { /* as above */ }
  });
})();
