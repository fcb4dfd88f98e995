// Copies a text of the page; where the browser has no clipboard (plain http), by selecting it the old way.
(() => {
  const say = (words) => {
    const place = document.getElementById("copied");
    if (place) place.textContent = words;
  };

  async function copy(field) {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(field.value);
      return true;
    }
    const folded = field.closest("details");
    if (folded) folded.open = true;
    field.select();
    return document.execCommand("copy");
  }

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const done = await copy(document.querySelector(button.dataset.copy)).catch(() => false);
      button.textContent = done ? "Copied" : "Select the text below";
      say(done ? "The recap was copied." : "This browser cannot copy; select the text below.");
    });
  }
})();
// And prints the page, where there is something to press.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
