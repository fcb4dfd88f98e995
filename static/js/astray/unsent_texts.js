// A page without its table says that what was typed there is kept on this device (drafts/device.js).
(() => {
  const place = document.querySelector("[data-unsent-texts]"), table = /^\/t\/[^/]+/.exec(location.pathname)?.[0] ?? "";
  try {
    place.hidden = !Object.keys(localStorage).some((name) => name.startsWith(`tableside:draft:${table}`));
  } catch { /* a browser that stores nothing keeps nothing */ }
})();
