// Another engine: Firefox opens the links, plays a tick, and finds its way back after the server restarted.
// Called by .ci/web-checks with the Python of the environment and the path of a Firefox.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const [python, firefox] = process.argv.slice(2);
const PATIENCE = { timeout: 30000 };
const instance = mkdtempSync(join(tmpdir(), "tableside-firefox-"));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;

function freePort() {
  return new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

async function serve() {
  const settings = { INSTANCE: instance, PORT: `${port}`, BIND: "127.0.0.1", LIMITS: "off" };
  const named = Object.entries(settings).map(([name, value]) => [`TABLESIDE_${name}`, value]);
  const server = spawn(python, ["-m", "webapp", "serve"], {
    env: { ...process.env, ...Object.fromEntries(named) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  server.said = "";
  server.stdout.on("data", (bytes) => (server.said += bytes));
  for (let tries = 0; tries < 900; tries += 1) {
    if (server.said.includes("Stop with Ctrl-C.")) return server;
    if (server.exitCode !== null) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`the server did not start:\n${server.said}`);
}

function stop(server) {
  return new Promise((done) => {
    server.on("exit", done);
    server.kill("SIGTERM");
  });
}

// Firefox ESR 140 does not know the orientation that goes with the size; it takes the size all the same.
async function size(page, viewport) {
  await page.setViewport(viewport).catch((error) => {
    if (!error.message.includes("setScreenOrientationOverride")) throw error;
  });
}

async function open(browser, key, width, height) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(String(error)));
  await size(page, { width, height });
  await page.goto(`${base}/k/${key}`, { waitUntil: "domcontentloaded" });
  await live(page);
  return page;
}

// Only the tab in front is awake; one that comes to the front catches up.
async function shows(page, selector) {
  await page.bringToFront();
  await page.waitForSelector(selector, PATIENCE);
}

const live = (page) => shows(page, "body[data-live=live]");
const filled = (page, clock, number) => shows(page, `[data-clock="${clock}"][data-filled="${number}"]`);

async function addClock(gm, name) {
  await gm.bringToFront();
  const field = await gm.waitForSelector("#add-text", PATIENCE);
  await field.type(`${name} 4`);
  await field.press("Enter");
  const button = await gm.waitForSelector(`button[aria-label="Tick ${name}"]`, PATIENCE);
  return button.evaluate((each) => each.closest("[data-clock]").dataset.clock);
}

async function press(gm, label) {
  await gm.bringToFront();
  await gm.$eval(`button[aria-label="${label}"]`, (each) => each.click());
}

// A text that is typed stays while others act, and after a reload; another tab can read it, and has it once this one is
// closed.
async function drafts(gm) {
  await gm.bringToFront();
  const line = await gm.waitForSelector("#add-text", PATIENCE);
  await line.type("Half a th");
  for (const label of ["Tick Firefox", "Take back a tick of Firefox"]) {
    const revision = await gm.$eval("body", (body) => body.dataset.revision);
    await press(gm, label);
    await gm.waitForFunction((was) => document.body.dataset.revision !== was, PATIENCE, revision);
  }
  await gm.reload({ waitUntil: "domcontentloaded" });
  await live(gm);
  const says = (text) => gm.waitForFunction((said) => document.getElementById("add-text").value === said, PATIENCE, text);
  await says("Half a th");
  await gm.$eval("#add-text", (field) => { field.value = ""; field.dispatchEvent(new Event("input", { bubbles: true })); });
  const other = await gm.browserContext().newPage();
  await other.goto(gm.url(), { waitUntil: "domcontentloaded" });
  await live(other);
  await (await other.waitForSelector("#add-text", PATIENCE)).type("Left behind");
  await other.waitForFunction(() => new Promise((answer) => {
    const opening = indexedDB.open("tableside", 1);
    opening.onerror = () => answer(false);
    opening.onsuccess = () => {
      const counting = opening.result.transaction("drafts").objectStore("drafts").count();
      counting.onsuccess = () => { opening.result.close(); answer(counting.result > 0); };
    };
  }), PATIENCE);
  await gm.bringToFront();
  await gm.waitForFunction(() => document.querySelector("#kept-texts textarea")?.value === "Left behind", PATIENCE);
  await other.close();
  await says("Left behind");
}

async function evening(browser, server) {
  const [gmKey, playerKey, tvKey] = [...server.said.matchAll(/\/k\/([\w-]+)/g)].map((found) => found[1]);
  const gm = await open(browser, gmKey, 820, 1180);
  const screens = [await open(browser, playerKey, 390, 844), await open(browser, tvKey, 1920, 1080)];
  const clock = await addClock(gm, "Firefox");
  await press(gm, "Tick Firefox");
  for (const screen of [gm, ...screens]) await filled(screen, clock, 1);
  await drafts(gm);
  await stop(server);
  const again = await serve();
  for (const screen of [gm, ...screens]) await live(screen);
  await press(gm, "Tick Firefox");
  for (const screen of [gm, ...screens]) await filled(screen, clock, 2);
  return again;
}

const faults = [];
let server = await serve();
const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, headless: true, defaultViewport: null });
try {
  server = await evening(browser, server);
  if (faults.length) throw new Error(faults.join("\n"));
  console.log("Firefox joined, ticked and came back after a restart.");
} catch (error) {
  console.error(`Firefox: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  await stop(server);
  rmSync(instance, { recursive: true, force: true });
}
