// What a page's panels say and which things they show, one line each; what scripts add for themselves is left out.
([source, atFirst]) => {
  const TOLD = ["id", "data-clock", "data-filled", "data-segments", "data-tag", "data-condition", "data-character",
    "data-check"];
  const BESIDE = ["journal", "own-steps"]; // told line by line below; asked for by the page, of its own device
  const OWN = "time, svg, script, [data-newest]"; // the last is the newest that finds no place in this page's bar
  const root = source ? new DOMParser().parseFromString(source, "text/html") : document;
  const lines = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const said = node.data.replace(/\s+/g, " ").trim();
      if (said && !node.parentElement.closest(OWN)) lines.push(said);
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const told = TOLD.filter((name) => node.hasAttribute(name)).map((name) => `${name}=${node.getAttribute(name)}`);
    if (told.length) lines.push(told.join(" "));
    node.childNodes.forEach(walk);
  };
  for (const panel of root.querySelectorAll("[data-at]")) {
    if (!BESIDE.includes(panel.id) && !panel.parentElement.closest("[data-at]")) walk(panel);
  }
  const told = [...root.querySelectorAll("#journal-lines > [data-line]")];
  told.slice(0, atFirst[root.body.dataset.role] ?? 0).forEach(walk);
  return [root.body.dataset.cursor, lines];
}
