// What answers a press that leads to another page is said on that page: which clocks wait as a prepared scene begins.
(() => {
  const notice = document.getElementById("notice"), KEY = "tableside:said";
  const keep = (said) => { try { sessionStorage.setItem(KEY, JSON.stringify(said)); } catch { /* then it is not said */ } };
  function take() {
    try {
      const said = JSON.parse(sessionStorage.getItem(KEY));
      sessionStorage.removeItem(KEY);
      return said?.at === location.pathname ? said.words : "";
    } catch { return ""; }
  }

  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const at = ctx.response?.headers.get("HX-Redirect"), words = ctx.text ?? "";
    if (!at || !words.trim()) return;
    keep({ at, words: new DOMParser().parseFromString(words, "text/html").querySelector("hx-partial")?.innerHTML ?? "" });
  });

  const words = notice && take();
  if (!words) return;
  notice.innerHTML = words;
  notice.dispatchEvent(new CustomEvent("htmx:after:settle", { bubbles: true }));
})();
