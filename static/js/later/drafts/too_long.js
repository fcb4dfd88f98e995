// What a field has no room for is never dropped without a word: more than one letter, pasted, dropped or dictated, is offered
// beside the field; where one more letter is typed, it is said that none fits, until there is room again.
(() => {
  const FULL = "data-full";
  const said = (field) => field.parentElement?.querySelector(`:scope > [${FULL}="${field.id}"]`);

  document.addEventListener("beforeinput", ({ target: field, data, inputType }) => {
    if (!draftFields.isField(field) || !(field.maxLength > 0)) return;
    const typed = inputType === "insertLineBreak" ? "\n" : data;
    if (!typed) return;
    const length = field.value.length - (field.selectionEnd - field.selectionStart) + typed.replaceAll("\r\n", "\n").length;
    if (length <= field.maxLength) return;
    const most = field.maxLength.toLocaleString("en");
    if (typed.length === 1) return sayFull(field, most);
    const { of } = draftFields.aboutOf(field);
    draftBoxes.offer({ value: typed, of, words: `At most ${most} characters fit in “${draftFields.labelOf(field)}”. All that you pasted:` });
  });
  document.addEventListener("input", ({ target: field }) => {
    if (field.value?.length < field.maxLength) said(field)?.remove();
  });

  function sayFull(field, most) {
    if (said(field)) return;
    const words = draftBoxes.make("small", { className: "danger", textContent: `Full: ${most} characters. The rest is not taken.` });
    words.setAttribute(FULL, field.id);
    words.setAttribute("role", "status");
    field.after(words);
  }
})();
