// What lies under the words that say how fresh the TV is.
() => {
    const link = document.querySelector("[data-link-state]"), box = link.getBoundingClientRect();
    const each = [...document.querySelectorAll("h1 bdi, [data-clock], [data-tag], [data-character], .pause p, .code, img, svg")]
        .filter(one => !link.contains(one) && one.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
    return each.filter(one => {
        const b = one.getBoundingClientRect();
        return Math.min(box.right, b.right) - Math.max(box.left, b.left) > 1 && Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top) > 1;
    }).map(one => one.outerHTML.slice(0, 80));
}
