// The name and the game of a table that is not started yet stay on this device until it is, for a day at most.
(async () => {
  const NAME = `${draftStore.ALL}start`;
  const form = document.querySelector("form[action='/tables']");
  form?.addEventListener("input", () => {
    const typed = { name: field.value, game: games.value, at: Date.now() };
    field.value ? draftStore.write(NAME, typed) : draftStore.forget(NAME);
  });
  const { name: field, ruleset: games } = form?.elements ?? {};

  if (!form) draftStore.forget(NAME); // it is started
  await draftStore.begin();
  if (!form) return;
  const kept = draftStore.read(NAME);
  if (field.value || !kept) return;
  field.value = kept.name;
  games.value = kept.game;
})();
