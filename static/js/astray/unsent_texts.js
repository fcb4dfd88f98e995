// A page without its table says that what was typed there is kept on this device (drafts/store.js).
(async () => {
  const place = document.querySelector("[data-unsent-texts]"), table = /^\/t\/[^/]+/.exec(location.pathname)?.[0] ?? "";
  await draftStore.begin();
  place.hidden = !draftStore.named(draftStore.ALL + table).length;
})();
