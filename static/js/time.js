// Writes each time in the reader's own zone and form; the server knows neither.
(() => {
  const clock = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });

  function writeTimes() {
    for (const time of document.querySelectorAll("time:not([data-local])")) {
      time.textContent = clock.format(new Date(time.dateTime));
      time.dataset.local = "";
    }
  }

  writeTimes();
  document.addEventListener("htmx:after:settle", writeTimes);
})();
