// What is chosen opens beside the scene, which stays as it is: a link to a thing or a move is fetched into the page's
// inspector. A tap elsewhere or Escape closes it (a popover does that by itself), and so does its thing when it is gone.
(() => {
  const OPENS = "a[href*='/edit/'], a[href*='/moves']";
  const inspector = document.getElementById("inspector");
  if (!inspector) return;

  document.addEventListener("click", (event) => {
    const link = event.target.closest(OPENS);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    link.focus(); // where a tap leaves it, and where Escape goes back to
    open(link.getAttribute("href"));
  });
  document.addEventListener("table:inspect", (event) => open(event.detail));

  // What answers a press there stands beside the sheet, and stays where it is when a tap on it closes the sheet.
  const toast = document.querySelector(".toast");
  const preview = document.getElementById("preview");
  const placeToast = () => toast.toggleAttribute("data-beside", inspector.matches(":popover-open") || preview.matches("[data-on-journal]"));
  new MutationObserver(placeToast).observe(toast.querySelector(".notice"), { childList: true });
  new MutationObserver(placeToast).observe(preview, { attributeFilter: ["data-on-journal"] });
  let onToast = false;
  addEventListener("pointerdown", ({ target }) => { onToast = toast.contains(target); }, true);
  inspector.addEventListener("toggle", () => { if (inspector.matches(":popover-open") || !onToast) placeToast(); });

  // Nothing stands behind what lies at the page's foot, the page's end neither: the dock, or why nothing can be saved.
  const foots = [...document.querySelectorAll(".foot, .read-only")];
  const above = [document.documentElement, document.querySelector(".board"), inspector, ...document.querySelectorAll("[data-over-foot]")];
  const placeAbove = new ResizeObserver(() => {
    const high = Math.max(...foots.map((foot) => foot.offsetHeight));
    for (const each of above) each.style.setProperty("--foot", `${high}px`);
  });
  for (const foot of foots) placeAbove.observe(foot);

  async function open(address) {
    await htmx.ajax("GET", address, { target: inspector, swap: "innerHTML" });
    if (!inspector.firstElementChild) return;
    if (!inspector.matches(":popover-open")) inspector.showPopover();
    inspector.scrollTop = 0;
    document.getElementById("h-inspected").focus({ preventScroll: true });
  }

  // What was tapped there is on its way: the sheet goes, unless it shows something else by now, and the Check that was
  // called stands in front.
  function done(pressed) {
    if (inspector.contains(pressed)) inspector.hidePopover();
    const checkId = document.querySelector("#notice [data-called]")?.dataset.called;
    const called = document.getElementById(`check-${checkId}`);
    if (called && new URLSearchParams(pressed.value).get("do") === "check.call") location.hash = called.id;
  }

  inspector.addEventListener("toggle", () => {
    if (!inspector.matches(":popover-open")) inspector.replaceChildren();
  });
  document.addEventListener("htmx:finally:request", (event) => {
    const { request, response } = event.detail.ctx, pressed = request.submitter;
    if (event.target.id === "inspected" && response?.status === 204) inspector.hidePopover();
    if (response?.status < 300 && pressed?.closest("[data-taken]")) done(pressed);
  });
})();
