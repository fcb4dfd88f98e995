// Looking a rule up: what does not hold the word steps aside.
(() => {
  const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details");
  if (named) named.open = true;
  document.addEventListener("input", (event) => {
    const field = event.target.closest("[data-find]");
    const book = field?.closest("#reference, [data-finder]");
    if (!book) return;
    const word = field.value.trim() && findKey(field.value);
    let found = 0;
    for (const part of book.querySelectorAll("[data-found-in]")) {
      const named = findKey(part.querySelector("summary")?.textContent ?? "").includes(word);
      let here = 0;
      for (const row of part.querySelectorAll("[data-found]")) {
        row.hidden = !named && !findKey(row.textContent).includes(word);
        here += !row.hidden;
      }
      part.hidden = !here;
      if (word) part.open = here > 0;
      found += here;
    }
    book.querySelector("[data-nothing]").hidden = found > 0;
  });
  for (const field of document.querySelectorAll("[data-find]")) if (field.value) field.dispatchEvent(new Event("input", { bubbles: true })); // typed before
})();
