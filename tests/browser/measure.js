// Measures a TV page: every letter large enough, every box in the safe area, nothing over anything else, no name cut.
() => {
  const high = innerHeight, wide = innerWidth, faults = [];
  const seen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (words) => [...document.querySelectorAll(words)].filter(seen);
  const said = (each) => each.textContent.replace(/\s+/g, " ").trim().slice(0, 30);
  const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(",");

  // The part of an element that shows: the block its words stand in, cut by whatever hides what sticks out.
  function shown(each) {
    let at = each;
    while (getComputedStyle(at).display.startsWith("inline")) at = at.parentElement;
    const box = at.getBoundingClientRect();
    let { left, top, right, bottom } = box;
    for (; at; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== "hidden") continue;
      const cut = at.getBoundingClientRect();
      left = Math.max(left, cut.left); top = Math.max(top, cut.top);
      right = Math.min(right, cut.right); bottom = Math.min(bottom, cut.bottom);
    }
    return { left, top, right, bottom };
  }

  function circle(dial) {
    const box = dial.getBoundingClientRect(), half = Math.min(box.width, box.height) / 2;
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    return { left: x - half, right: x + half, top: y - half, bottom: y + half };
  }

  const texts = all(".tv *").filter((each) => !each.closest(".unseen, svg, .pause, .tv-link")
    && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));
  for (const each of texts) {
    const size = parseFloat(getComputedStyle(each).fontSize) / high * 100;
    const least = each.closest("h1, h3, .tv-person b, .code, .tv-address b") ? 5.5 : 4.9;
    if (size < least - 0.01) faults.push(`small ${size.toFixed(2)} ${said(each)}`);
    const box = shown(each);
    const out = Math.max(wide * 0.05 - box.left, box.right - wide * 0.95, high * 0.05 - box.top, box.bottom - high * 0.95);
    if (out > 1) faults.push(`unsafe ${each.className} ${said(each)} ${round(box)}`);
  }

  // A small dial with its number beside it is measured by that text.
  const least = document.querySelector("[data-form=stage]") ? 19 : 21.99; // beside a stage tags may take two lines
  for (const dial of all(".dial:not(.beside)")) {
    const box = circle(dial), across = (box.right - box.left) / high * 100;
    if (across < least) faults.push(`dial ${across.toFixed(1)}`);
    const number = dial.querySelector("text");
    const font = number ? parseFloat(getComputedStyle(number).fontSize) * across / 100 : 9;
    if (number && font < 5.49) faults.push(`number ${font.toFixed(2)}`);
  }

  const parts = all(".dial, .clock h3, .clock .kind, .tv-tag, .tv-person, .tv-bar h1, .tv-turn, .tv-join p, .tv-layout, .tv-awake")
    .map((each) => [each, each.matches(".dial") ? circle(each) : shown(each)]);
  for (const [one, a] of parts) for (const [other, b] of parts) {
    if (one === other || one.contains(other) || other.contains(one)) continue;
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1.5 && down > 1.5) faults.push(`overlap ${one.id || one.className.baseVal || one.className} ${said(one)} / ${other.id || other.className.baseVal || other.className} ${said(other)}`);
  }

  for (const list of all(".tv-tags")) {
    const tags = [...list.children].filter(seen), edge = Math.max(...tags.map((each) => each.getBoundingClientRect().right));
    const cut = tags.find((each) => each.scrollWidth > each.clientWidth);
    if (cut && list.getBoundingClientRect().right - edge > 4) faults.push(`cut beside free room ${said(cut)}`);
  }

  const whole = ".tv-tag, .tv-person, .tv-ails, .tv-holder-name, .turn-card b, .nest-beside bdi, .m-column:not([data-tight]) .m-token b, .m-thing, .m-note, .m-driver";
  for (const each of all(whole).filter((words) => getComputedStyle(words).display !== "inline")) {
    const line = parseFloat(getComputedStyle(each).fontSize) / 2;
    if (each.scrollWidth > each.clientWidth + 2 || each.scrollHeight > each.clientHeight + line) faults.push(`cut ${each.className} ${said(each)}`);
  }

  const root = document.documentElement;
  if (root.scrollWidth > wide || root.scrollHeight > high) faults.push("scrolls");
  return faults;
}
