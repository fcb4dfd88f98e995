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

  const foot = document.querySelector(".foot"); // nothing stands behind it, the page's end neither
  const above = [document.documentElement, document.querySelector(".board"), inspector, ...document.querySelectorAll("[data-over-foot]")];
  new ResizeObserver(() => { for (const each of above) each.style.setProperty("--foot", `${foot.offsetHeight}px`); }).observe(foot);

  // What was typed and not saved stays as a draft, by what it was typed about.
  const drafts = new Map(), fields = () => [...inspector.querySelectorAll("input[id]:not([type=search]), textarea[id], select[id]")];
  let opened = null;
  const changed = (field) => field.type === "checkbox" ? field.checked !== field.defaultChecked
    : field.matches("select") ? ![...field.selectedOptions].every((each) => each.defaultSelected) : field.value !== field.defaultValue;
  function storeDraft() {
    if (opened) drafts.set(opened, fields().filter(changed).map(({ id, value, checked }) => ({ id, value, checked })));
    opened = null;
  }
  function restore(address) {
    opened = address;
    for (const { id, value, checked } of drafts.get(address) ?? []) {
      const field = inspector.querySelector(`#${CSS.escape(id)}`);
      if (field) field.type === "checkbox" ? field.checked = checked : field.value = value;
    }
  }

  function sent(form) {
    for (const field of fields().filter((each) => form.contains(each))) {
      if (field.matches("select")) for (const each of field.options) each.defaultSelected = each.selected;
      else [field.defaultValue, field.defaultChecked] = [field.value, field.checked];
    }
  }

  async function open(address) {
    storeDraft();
    await htmx.ajax("GET", address, { target: inspector, swap: "innerHTML" });
    if (!inspector.firstElementChild) return;
    restore(address);
    if (!inspector.matches(":popover-open")) inspector.showPopover();
    inspector.scrollTop = 0;
    document.getElementById("h-inspected").focus({ preventScroll: true });
  }

  // What was tapped there is on its way: the sheet goes, and the Check that was called stands in front.
  function done(pressed) {
    inspector.hidePopover();
    const checkId = document.querySelector("#notice [data-called]")?.dataset.called;
    const called = document.getElementById(`check-${checkId}`);
    if (called && new URLSearchParams(pressed.value).get("do") === "check.call") location.hash = called.id;
  }

  inspector.addEventListener("toggle", () => {
    if (inspector.matches(":popover-open")) return;
    storeDraft();
    inspector.replaceChildren();
  });
  // What had to be confirmed is sent by another button, outside of its form, and is no draft from then on.
  let asked = null;
  function settle({ target, detail: { ctx: { request, response } } }) {
    const does = new URLSearchParams(request.submitter?.value ?? "").get("do");
    if (response?.status === 409 && inspector.contains(target)) asked = { at: opened, form: target };
    if (!(response?.status < 300)) return;
    sent(target);
    if (!asked || does !== asked.form.elements.do?.value) return;
    sent(asked.form);
    drafts.delete(asked.at);
    asked = null;
  }

  document.addEventListener("htmx:finally:request", (event) => {
    const { request, response } = event.detail.ctx, pressed = request.submitter;
    settle(event);
    if (event.target.id === "inspected" && response?.status === 204) inspector.hidePopover();
    if (response?.status < 300 && pressed?.closest("[data-taken]")) done(pressed);
  });
})();
