// Saves a file of the table. A long table's takes the server some seconds: meanwhile the page says so, and for how
// long it has been at it; while others' files come first, it says that and asks again. Where anything goes wrong
// here, the browser follows the link as it always did.
(() => {
  const LONGEST = 600000; // milliseconds for which it asks again
  let busy = false;

  function noticeBeside(link) {
    const notice = document.createElement("p");
    notice.setAttribute("role", "status");
    (link.closest(".actions") || link).after(notice);
    const bar = document.createElement("progress");
    bar.setAttribute("aria-label", "Preparing the file");
    const began = Date.now();
    const say = (what) => notice.replaceChildren(bar, ` ${what}… ${Math.round((Date.now() - began) / 1000)} s`);
    return { say, gone: () => notice.remove() };
  }

  function nameOf(answer) {
    return /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") || "")?.[1];
  }

  function download(file, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  async function answerOf(link, waits) {
    const until = Date.now() + LONGEST;
    for (;;) {
      const answer = await fetch(link.href);
      const seconds = Number(answer.headers.get("Retry-After"));
      if (answer.status !== 503 || !seconds || Date.now() > until) return answer;
      waits(true);
      await new Promise((done) => setTimeout(done, seconds * 1000));
      waits(false);
    }
  }

  async function save(link) {
    const notice = noticeBeside(link);
    let what = "Preparing the file";
    const clock = setInterval(() => notice.say(what), 1000);
    try {
      const answer = await answerOf(link, (waits) => {
        what = waits ? "Waiting for other files" : "Preparing the file";
        notice.say(what);
      });
      const name = nameOf(answer);
      if (!answer.ok || !name) throw new Error("no file");
      download(await answer.blob(), name);
    } catch {
      location.assign(link.href); // the server's own words, or another try
    } finally {
      clearInterval(clock);
      notice.gone();
    }
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[data-save]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (busy) return;
    busy = true;
    await save(link);
    busy = false;
  });
})();
