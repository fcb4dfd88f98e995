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

})();
