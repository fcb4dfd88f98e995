// What of these elements does not lie whole in the first view, with nothing over it.
(words) => {
  const named = (each) => (each.getAttribute("aria-label") || each.textContent).replace(/\s+/g, " ").trim().slice(0, 40);
  const lies = (each) => {
    const { left, top, right, bottom, width, height } = each.getBoundingClientRect();
    if (!width || !height || left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) return false;
    const points = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]]
      .map(([x, y]) => document.elementFromPoint(x, y)).concat(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    const around = each.closest("[data-clock], .pages > .on-tags") ?? each; // what is one target
    return points.every((at) => at && (each.contains(at) || at.contains(each) || around.contains(at)));
  };
  return words.flatMap((word) => {
    const found = [...document.querySelectorAll(word)];
    return found.length ? found.filter((each) => !lies(each)).map((each) => `${word}: ${named(each)}`) : [`${word}: none`];
  });
}
