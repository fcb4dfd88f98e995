// Keeps the shell and the last player view of each table, for when the link is gone. Never a GM's page: the
// server marks what may be kept. Streams, posts and everything else go straight to the network.
const SHELL_CACHE = `shell ${SHELL.join(" ")}`, VIEWS = "views", TABLE = /^\/t\/[^/]+$/;
// Of each table, which of all questions brought the view that is kept: an answer that comes late replaces none.
const newest = new Map();
let asked = 0;

self.addEventListener("install", (event) => event.waitUntil(unpack()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("message", (event) => {
  if (TABLE.test(event.data?.keep)) event.waitUntil(refresh(event.data.keep));
});
self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(request, address));
});

async function unpack() {
  await (await caches.open(SHELL_CACHE)).addAll(SHELL);
  await self.skipWaiting();
}

async function tidy() {
  for (const name of await caches.keys()) {
    if (name.startsWith("shell ") && name !== SHELL_CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function page(request, address) {
  const table = TABLE.test(address.pathname) && !address.search, turn = ++asked;
  try {
    const answer = await fetch(request);
    if (table) await keep(address.pathname, answer.clone(), turn);
    return answer;
  } catch {
    return (table && (await kept(address.pathname))) || (await caches.match("/offline")) || Response.error();
  }
}

async function refresh(path) {
  const turn = ++asked;
  try {
    await keep(path, await fetch(path), turn);
  } catch { /* the one kept before stays */ }
}

async function keep(path, answer, turn) {
  const views = await caches.open(VIEWS), text = await answer.text();
  if (answer.status >= 500 || turn < newest.get(path)) return;
  newest.set(path, turn);
  if (!answer.ok || answer.headers.get("Tableside-Keep") !== "player") {
    await views.delete(path);
    return;
  }
  const headers = new Headers(answer.headers);
  headers.set("Tableside-Kept", Date.now());
  await views.put(path, new Response(text, { headers }));
}

async function kept(path) {
  const view = await (await caches.open(VIEWS)).match(path);
  if (!view) return null;
  const html = (await view.text()).replace("<body", `<body data-kept="${view.headers.get("Tableside-Kept")}"`);
  return new Response(html, { headers: view.headers });
}
