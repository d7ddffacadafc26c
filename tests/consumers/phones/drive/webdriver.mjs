// A browser, by its driver (W3C WebDriver). Chromium and Firefox are headless. WebKit needs a display.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

const START_TIMEOUT_MS = 60_000;
/** Longer than a browser takes to start, or an asynchronous script may take. */
const COMMAND_TIMEOUT_MS = 40_000;
const POLL_INTERVAL_MS = 50;

/** The browsers by their names: the driver, and the capabilities from the project's settings of browsers. */
const BROWSERS = {
  chromium: {
    driver: process.env.CHROMEDRIVER || "chromedriver",
    capabilities: (settings) => ({ browserName: "chrome", "goog:chromeOptions": settings["goog:chromeOptions"] }),
  },
  firefox: {
    driver: process.env.GECKODRIVER || "geckodriver",
    capabilities: (settings) => ({
      browserName: "firefox",
      // The driver disables the popup blocker by default.
      "moz:firefoxOptions": { ...settings["moz:firefoxOptions"], prefs: { "dom.disable_open_during_load": true } },
    }),
  },
  webkit: { driver: process.env.WEBKITDRIVER || "WebKitWebDriver", capabilities: () => ({}) },
};

/**
 * Starts a browser: `command(method, path, body)` sends a command to its session, `restart()` replaces it by a new one
 * without any data, `stop()` ends it.
 */
export async function startBrowser(name = "chromium") {
  assert.ok(name in BROWSERS, `no browser has the name ${name}`);
  const hasDisplay = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  // Without one, the driver would wait for a minute and fail without a reason.
  assert.ok(name !== "webkit" || hasDisplay, "WebKit needs a display: run this under `xvfb-run -a`");
  const { capabilities } = BROWSERS[name];
  const file = new URL("../../../../webdriver.json", import.meta.url);
  const alwaysMatch = capabilities(JSON.parse(await readFile(file, "utf8")));
  const { driver, port } = await startDriver(name);
  const send = async (method, path, body) => {
    const content = body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    // WebKit's driver rarely leaves a command without a response. A caller that polls then sends it again.
    const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS);
    const response = fetch(`http://127.0.0.1:${port}${path}`, { method, signal, ...content });
    const answer = await response.catch((cause) => {
      throw new Error(`no response to ${method} ${path}`, { cause });
    });
    const { value } = await answer.json();
    assert.ok(answer.ok, value?.message);
    return value;
  };
  let session;
  const begin = async () => {
    const { sessionId } = await send("POST", "/session", { capabilities: { alwaysMatch } });
    session = `/session/${sessionId}`;
  };
  const stopDriver = async () => {
    // False if it has ended already.
    if (driver.kill()) await once(driver, "close");
  };
  try {
    await begin();
  } catch (error) {
    await stopDriver();
    throw error;
  }
  return {
    command: (method, path, body) => send(method, session + path, body),
    async restart() {
      await send("DELETE", session);
      await begin();
    },
    async stop() {
      await send("DELETE", session);
      await stopDriver();
    },
  };
}

/** Starts the driver of a browser. It ends if another program has its port: then again. */
async function startDriver(name) {
  const { driver: program } = BROWSERS[name];
  for (let attempt = 0; attempt < 5; attempt++) {
    // Chromium's driver chooses a port that is free in IPv4, and prints it. The others do not print theirs.
    const wanted = name === "chromium" ? 0 : await freePort();
    // Firefox and WebKit write warnings of their own there.
    const errors = name === "chromium" ? "inherit" : "ignore";
    const driver = spawn(program, [`--port=${wanted}`], { stdio: ["ignore", "pipe", errors] });
    const timeout = AbortSignal.timeout(START_TIMEOUT_MS);
    const port = await Promise.race([
      wanted ? untilReady(wanted, timeout) : readPort(driver.stdout),
      once(driver, "close").then(() => undefined),
      once(timeout, "abort").then(() => assert.fail(`${program} does not start`)),
    ]);
    // Otherwise the driver would wait for its output to be read.
    driver.stdout.resume();
    if (port) return { driver, port };
  }
  return assert.fail(`${program} did not start`);
}

async function readPort(output) {
  for await (const line of createInterface({ input: output })) {
    const [, port] = line.match(/started successfully on port (\d+)/) ?? [];
    if (port) return port;
  }
}

/** Returns the port as soon as a driver responds at it. */
async function untilReady(port, signal) {
  while (!signal.aborted) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`, { signal }).catch(() => undefined);
    if (answer?.ok) return port;
    await setTimeout(POLL_INTERVAL_MS);
  }
}

/** Returns a port that is free in IPv4. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
