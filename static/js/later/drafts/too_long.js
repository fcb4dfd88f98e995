// What a field has no room for is cut by the browser: all that was pasted is offered beside it.
document.addEventListener("paste", ({ target: field, clipboardData }) => {
  if (!draftFields.isField(field) || !(field.maxLength > 0)) return;
  const pasted = (clipboardData?.getData("text") ?? "").replaceAll("\r\n", "\n");
  const length = field.value.length - (field.selectionEnd - field.selectionStart) + pasted.length;
  if (length <= field.maxLength) return;
  const { of } = draftFields.aboutOf(field), most = field.maxLength.toLocaleString("en");
  draftBoxes.offer({ value: pasted, of, words: `At most ${most} characters fit in “${draftFields.labelOf(field)}”. All that you pasted:` });
});
