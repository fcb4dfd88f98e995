// Small conveniences of the sheets; every one of them has a way without scripts.
(() => {
  // "Add condition" on a character opens the one form there is, with the character chosen.
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-fill-form]");
    const form = opener && document.querySelector(opener.dataset.fillForm);
    if (!form) return;
    event.preventDefault();
    form.closest("details")?.setAttribute("open", "");
    form.querySelector("[data-names]")?.setAttribute("open", "");
    if (form.elements.character) form.elements.character.value = opener.dataset.fillCharacter;
    form.scrollIntoView({ block: "center" });
    const thumb = matchMedia("(pointer: coarse)").matches && form.querySelector("[data-names] button");
    (thumb || form.querySelector("input[name=name]"))?.focus();
  });

  // Copy, with the selection as the way out where the context is not secure.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    const source = button && document.querySelector(button.dataset.copy);
    if (!source) return;
    const text = source.href ?? source.value ?? source.textContent.trim();
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      const range = document.createRange();
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      button.textContent = "Selected: press copy";
    }
  });
})();
