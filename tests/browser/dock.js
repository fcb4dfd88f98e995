// What of the head, the dock and the line over it is cut, breaks into lines, hangs over an edge or lies on something else of it.
() => {
    const faults = [];
    const seen = each => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 1;
    const words = ".key, [data-word], [data-retry], .jumps a", around = each => each.closest(".jumps, .dock, .waits, .top");
    const all = (words) => [...document.querySelectorAll(words)].filter(each => each.closest(".foot, .top")).filter(seen);
    for (const each of all(words)) {
        const box = each.getBoundingClientRect(), name = each.textContent.trim();
        if (each.scrollWidth > each.clientWidth + 1 && each.clientWidth) faults.push(`${name} is cut`);
        const inside = around(each).getBoundingClientRect();
        if (box.left < inside.left - 1 || box.right > inside.right + 1 || box.bottom > innerHeight + 1) faults.push(`${name} hangs out`);
        const line = parseFloat(getComputedStyle(each).lineHeight) || 20;
        const range = document.createRange();
        range.selectNodeContents(each);
        if (range.getBoundingClientRect().height > 2.2 * Math.max(line, 16)) faults.push(`${name} breaks`);
    }
    for (const each of all(".words > span")) {
        if (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1) faults.push(`${each.textContent.trim()} is cut`);
    }
    const parts = all(".head h1, .find, .presence > summary, .menu, .own-steps, .jumps, .bar > form, .dock .paused, .many > summary, .book > summary, .preview > summary, .link, .waiting > *, .add-line > *");
    for (const [place, each] of parts.entries()) {
        for (const other of parts.slice(place + 1)) {
            const a = each.getBoundingClientRect(), b = other.getBoundingClientRect();
            const over = Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
            if (over) faults.push(`${each.textContent.trim().slice(0, 20)} lies on ${other.textContent.trim().slice(0, 20)}`);
        }
    }
    return faults;
}
