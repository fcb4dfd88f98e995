// Finding in the rules comes with the rules.
document.addEventListener("toggle", ({ target: book }) => {
  if (!book.dataset?.script || window.findKey) return;
  document.head.append(Object.assign(document.createElement("script"), { src: book.dataset.script }));
  delete book.dataset.script;
}, true);
