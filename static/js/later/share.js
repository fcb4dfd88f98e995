// Hand a link on: the phone's own sheet where it has one, else copy, else the selected text to copy by hand.
(() => {
  if (navigator.share) document.documentElement.setAttribute("data-can-share", "");

  const textOf = (source) => source.href ?? source.value ?? source.textContent.trim();

  function select(source) {
    const range = document.createRange();
    range.selectNodeContents(source);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
  }

  // Without a secure context there is only the old way, from a field that holds just this text.
  function copyByHand(text) {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "unseen";
    document.body.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyByHand(text);
    }
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-share]");
    const source = button && document.querySelector(button.dataset.copy ?? button.dataset.share);
    if (!source) return;
    if (button.dataset.share) {
      await navigator.share({ title: button.dataset.title, url: textOf(source) }).catch(() => {});
      return;
    }
    if (await copy(textOf(source))) {
      button.textContent = "Copied";
    } else {
      select(source);
      button.textContent = "Selected: copy it now";
    }
  });
})();
