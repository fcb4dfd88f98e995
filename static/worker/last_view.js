// Keeps the shell and the last player view of each table, shown while offline. Never a GM's page: the server
// marks what may be kept. A view is deleted as soon as an answer shows that its table, link or seat is gone, when
// cookies were cleared, and after a day. Streams, posts and everything else go straight to the network.
const SHELL_CACHE = `shell ${SHELL.join(" ")}`, VIEWS = "views", TABLE = /^\/t\/[^/]+$/, DAY = 86400000;
// Of each table, which of all questions brought the view that is kept: an answer that comes late replaces none.
const newest = new Map();
let asked = 0;

self.addEventListener("install", (event) => event.waitUntil(unpack()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("message", (event) => {
  if (TABLE.test(event.data?.keep)) event.waitUntil(refresh(event.data.keep));
  if (TABLE.test(event.data?.doubt)) event.waitUntil(doubt(event.data.doubt));
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
    await heed(address.pathname, answer, turn);
    if (table) await storeView(address.pathname, answer.clone(), turn);
    return answer;
  } catch {
    await drop(isStale(await marker()));
    return (table && (await storedView(address.pathname))) || (await caches.match("/offline")) || Response.error();
  }
}

async function refresh(path) {
  const turn = ++asked;
  try {
    const answer = await fetch(path);
    await heed(path, answer, turn);
    await storeView(path, answer, turn);
  } catch { /* the one stored before stays */ }
}

async function doubt(path) {
  await drop((view, own) => own === path, ++asked);
  await refresh(path);
}

async function storeView(path, answer, turn) {
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

// The start page names all that this device plays at, a table's pages what it plays there: other views go.
async function heed(path, answer, turn) {
  const table = /^\/t\/[^/]+/.exec(path)?.[0], refused = answer.status === 403 || answer.status === 404;
  if ((!table && path !== "/") || (!answer.ok && !refused)) return;
  const holds = refused ? [] : (answer.headers.get("Tableside-Holds") ?? "").split(" ");
  await drop((view, own) => (!table || own === table) && !holds.includes(view.headers.get("Tableside-Holds")), turn);
  await drop(isStale(await marker()), turn);
}

function isStale(mark) {
  return ({ headers }) => Date.now() - headers.get("Tableside-Kept") >= DAY
    || (mark !== undefined && headers.get("Tableside-Mark") !== mark);
}

// Cleared together with the links; where a worker cannot read cookies (undefined), the page looks.
async function marker() {
  return self.cookieStore ? (await self.cookieStore.get("tableside.views"))?.value ?? null : undefined;
}

async function drop(goes, turn = asked) {
  const views = await caches.open(VIEWS);
  for (const request of await views.keys()) {
    const path = new URL(request.url).pathname, view = await views.match(request);
    if (!view || turn < newest.get(path) || !goes(view, path)) continue;
    newest.set(path, turn);
    await views.delete(request);
  }
}

async function storedView(path) {
  const view = await (await caches.open(VIEWS)).match(path);
  if (!view) return null;
  const own = `data-kept="${view.headers.get("Tableside-Kept")}" data-kept-mark="${view.headers.get("Tableside-Mark")}"`;
  const html = (await view.text()).replace("<body", `<body ${own}`);
  return new Response(html, { headers: view.headers });
}
