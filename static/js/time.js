// Writes each time in the reader's own zone and form; the server knows neither.
(() => {
  function write() {
    for (const time of document.querySelectorAll("time:not([data-local])")) {
      time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      time.dataset.local = "";
    }
  }

  write();
  document.addEventListener("htmx:after:settle", write);
})();
