// What a field has no room for is cut by the browser: all that was pasted, dropped or dictated is offered beside it.
document.addEventListener("beforeinput", ({ target: field, data }) => {
  if (!draftFields.isField(field) || !(field.maxLength > 0) || !(data?.length > 1)) return;
  const length = field.value.length - (field.selectionEnd - field.selectionStart) + data.replaceAll("\r\n", "\n").length;
  if (length <= field.maxLength) return;
  const { of } = draftFields.aboutOf(field), most = field.maxLength.toLocaleString("en");
  draftBoxes.offer({ value: data, of, words: `At most ${most} characters fit in “${draftFields.labelOf(field)}”. All that you pasted:` });
});
