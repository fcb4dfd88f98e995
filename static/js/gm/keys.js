// The GM's keys; they rest while somebody types or has just sent what they typed, and can be switched off on this device.
(() => {
  const CARDS = "[data-clock], [data-tag], [data-character]";
  const STORAGE_KEY = "tableside:keys";
  const storedChoice = () => { try { return localStorage.getItem(STORAGE_KEY); } catch { return null; } };
  let on = storedChoice() !== "off";
  document.addEventListener("htmx:after:settle", () => {
    for (const choice of document.querySelectorAll("[data-keys-switch]")) choice.checked = on;
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-keys-switch]")) return;
    on = event.target.checked;
    try { localStorage.setItem(STORAGE_KEY, on ? "on" : "off"); } catch { /* it holds for this page */ }
  });

  const typing = (target) => target.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");
  // Whoever types on after Save means the text, though the button has the focus.
  const SOON = 1000; // milliseconds
  let sending = null, sent = -SOON;
  const written = ({ target }) => target.matches("form[data-press]") && target.querySelector("textarea, input[type=text]");
  document.addEventListener("htmx:before:request", (event) => { if (written(event)) sending = event.target; });
  document.addEventListener("htmx:finally:request", ({ target }) => {
    if (target === sending) [sending, sent] = [null, performance.now()];
  });
  const rests = () => sending?.isConnected || performance.now() - sent < SOON;

  const chosen = () => document.activeElement?.closest?.(CARDS);
  const seen = () => [...document.querySelectorAll(CARDS)].filter((card) => card.checkVisibility());

  function choose(way) {
    const cards = seen(), place = cards.indexOf(chosen());
    const next = cards[place < 0 ? (way > 0 ? 0 : cards.length - 1) : place + way];
    next?.focus({ focusVisible: true });
    next?.scrollIntoView({ block: "nearest" });
  }

  const press = (button) => button?.click();
  function goTo(id) {
    const field = document.getElementById(id);
    field?.focus();
    field?.select?.();
  }

  const KEYS = {
    j: () => choose(1),
    k: () => choose(-1),
    ArrowDown: () => chosen() && choose(1),
    ArrowUp: () => chosen() && choose(-1),
    "+": () => press(chosen()?.querySelector(".tick:not(.back)")),
    "=": () => press(chosen()?.querySelector(".tick:not(.back)")),
    "-": () => press(chosen()?.querySelector(".tick.back")),
    "−": () => press(chosen()?.querySelector(".tick.back")),
    u: () => press(document.querySelector(".own-steps .undo")),
    r: () => press(document.querySelector(".own-steps .redo")),
    p: () => press(document.querySelector("#bar :is(.pause, .go)")),
    n: () => goTo("add-text"),
    "/": () => goTo("find"),
    "?": () => document.dispatchEvent(new CustomEvent("table:inspect", { detail: `${location.pathname}/moves/keys` })),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!on || typing(event.target) || rests() || !Object.hasOwn(KEYS, event.key)) return;
    if (event.key.startsWith("Arrow") && !chosen()) return;
    event.preventDefault();
    KEYS[event.key]();
  });
})();
