// Screens in hands stay on while a scene is played, where the browser can, unless their owner switches it off
// (the TV: static/js/tv/awake.js). Whoever switches it on has it on without a scene as well.
(() => {
  if (!navigator.wakeLock || document.querySelector("[data-tv]")) return;
  const NAME = "tableside awake", box = document.querySelector("[data-awake]");
  let chosen = null, lock = null, asking = false;
  try { chosen = localStorage.getItem(NAME); } catch { /* chosen anew on each page */ }

  const wanted = () => !document.hidden && chosen !== "off"
    && (chosen === "on" || document.querySelector("#scene[data-played]"));

  async function holdScreen() {
    if (!wanted()) {
      lock?.release();
      lock = null;
    } else if (!asking && (!lock || lock.released)) {
      asking = true;
      try {
        lock = await navigator.wakeLock.request("screen");
      } catch { lock = null; } // the device saves its battery: it is asked again when something changes
      asking = false;
      if (!wanted()) holdScreen();
    }
  }

  if (box) {
    box.checked = chosen !== "off";
    box.addEventListener("change", () => {
      chosen = box.checked ? "on" : "off";
      try { localStorage.setItem(NAME, chosen); } catch { /* until the page is closed */ }
      holdScreen();
    });
  }
  document.addEventListener("visibilitychange", holdScreen);
  document.addEventListener("htmx:after:swap", holdScreen);
  document.addEventListener("pointerdown", holdScreen, { once: true }); // where a browser waits for a finger
  holdScreen();
})();
