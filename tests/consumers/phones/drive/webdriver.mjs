// A headless Chromium, by its driver (W3C WebDriver).

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

const START_TIMEOUT_MS = 60_000;

/** Starts a browser: `command(method, path, body)` sends a command to its session, `stop()` ends it. */
export async function startBrowser() {
  const { driver, port } = await startDriver();
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    assert.ok(answer.ok, value?.message);
    return value;
  };
  const settings = new URL("../../../../webdriver.json", import.meta.url);
  const { "goog:chromeOptions": options } = JSON.parse(await readFile(settings, "utf8"));
  const alwaysMatch = { browserName: "chrome", "goog:chromeOptions": options };
  const { sessionId } = await send("POST", "/session", { capabilities: { alwaysMatch } });
  return {
    command: (method, path, body) => send(method, `/session/${sessionId}${path}`, body),
    async stop() {
      await send("DELETE", `/session/${sessionId}`);
      driver.kill();
      await once(driver, "close");
    },
  };
}

/**
 * Starts the driver. It chooses a port that is free in IPv4, and ends if another program has it in IPv6: then again.
 */
async function startDriver() {
  for (let attempt = 0; attempt < 5; attempt++) {
    const driver = spawn(process.env.CHROMEDRIVER ?? "chromedriver", ["--port=0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const port = await Promise.race([
      saidPort(driver.stdout),
      once(driver, "close").then(() => undefined),
      once(AbortSignal.timeout(START_TIMEOUT_MS), "abort").then(() => assert.fail("chromedriver said nothing")),
    ]);
    if (port) return { driver, port };
  }
  return assert.fail("chromedriver did not start");
}

async function saidPort(output) {
  for await (const line of createInterface({ input: output })) {
    const [, port] = line.match(/started successfully on port (\d+)/) ?? [];
    if (port) return port;
  }
}
