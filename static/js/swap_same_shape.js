// A panel that comes in the shape it has is not morphed: the attributes and words that differ are set, and nothing else of
// the page is touched. One with fields to type in is left to the morph, and so is one that would ask otherwise.
(() => {
  const TYPED = "input:not([type=hidden]), textarea, select, template";
  const ignored = (name) => htmx.config.morphIgnore.some((start) => name.startsWith(start));

  // Adds what makes one as the other; false where their shapes differ.
  function differs(stands, comes, found) {
    if (stands.nodeName !== comes.nodeName || stands.id !== comes.id) return false;
    if (!stands.attributes) {
      if (stands.data !== comes.data) found.push(() => { stands.data = comes.data; });
      return true;
    }
    const [old, fresh] = [stands, comes].map((each) => each.childNodes);
    const names = new Set([...stands.attributes, ...comes.attributes].map(({ name }) => name));
    for (const name of names) {
      const value = comes.getAttribute(name);
      if (ignored(name) || stands.getAttribute(name) === value) continue;
      if (name.startsWith("data-hx-")) return false;
      found.push(() => { if (value === null) stands.removeAttribute(name); else stands.setAttribute(name, value); });
    }
    return old.length === fresh.length && [...old].every((child, place) => differs(child, fresh[place], found));
  }

  document.addEventListener("htmx:before:swap", ({ detail: { tasks } }) => {
    for (const task of tasks.filter(({ swapSpec }) => swapSpec.style === "outerMorph")) {
      const { target, fragment: { firstElementChild: comes } } = task, found = [];
      if (!comes || target?.id !== comes.id || target.querySelector(TYPED) || !differs(target, comes, found)) continue;
      tasks.splice(tasks.indexOf(task), 1);
      for (const set of found) set();
      htmx.trigger(target, "htmx:after:settle", { task });
    }
  });
})();
