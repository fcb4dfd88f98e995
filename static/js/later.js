// What no first view needs comes after it: the script that keeps what is typed.
addEventListener("load", () => {
  const { later } = document.body.dataset;
  if (later) document.head.append(Object.assign(document.createElement("script"), { src: later }));
});
