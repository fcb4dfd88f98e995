// Saves a file of the page. A long table's takes the server some seconds: meanwhile the page says so, and for how
// long it has been at it. Where anything goes wrong here, the browser follows the link as it always did.
(() => {
  const place = document.getElementById("saving");
  if (!place) return;
  const words = place.querySelector("span");
  let busy = false;

  function follow(began) {
    const seconds = Math.round((Date.now() - began) / 1000);
    place.hidden = seconds < 1;
    words.textContent = `Preparing the file… ${seconds} s`;
  }

  function nameOf(answer) {
    return /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") || "")?.[1];
  }

  function keep(file, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  async function save(address) {
    const began = Date.now();
    const clock = setInterval(follow, 1000, began);
    try {
      const answer = await fetch(address);
      const name = nameOf(answer);
      if (!answer.ok || !name) throw new Error("no file");
      keep(await answer.blob(), name);
    } catch {
      location.assign(address); // the server's own words, or another try
    } finally {
      clearInterval(clock);
      place.hidden = true;
    }
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-save]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (busy) return;
    busy = true;
    await save(link.href);
    busy = false;
  });
})();
