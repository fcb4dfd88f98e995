// The name and the game of a table that is not started yet stay on this device until it is, for a day at most.
(() => {
  const KEY = "tableside:start", DAY = 86400000; // milliseconds
  const attempt = (what) => { try { return what(); } catch { return null; } }; // a browser may store nothing
  const forget = () => attempt(() => localStorage.removeItem(KEY));
  const form = document.querySelector("form[action='/tables']");
  if (!form) return void forget(); // it is started
  const { name: field, ruleset: games } = form.elements;

  const kept = attempt(() => JSON.parse(localStorage.getItem(KEY)));
  if (Date.now() - kept?.at < DAY) {
    field.value ||= kept.name;
    games.value = kept.game;
  }
  form.addEventListener("input", () => {
    const typed = { name: field.value, game: games.value, at: Date.now() };
    attempt(() => field.value ? localStorage.setItem(KEY, JSON.stringify(typed)) : forget());
  });
})();
