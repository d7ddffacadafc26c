// A page without a bundler that uses `stagepass/elements` under a strict policy, with a development service.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startSite } from "../../providers/web-site.mjs";
import { until } from "./tutorial-reader.mjs";

const COMMAND = fileURLToPath(new URL("../../../pkg/bin/stagepass.mjs", import.meta.url));
const CSS = fileURLToPath(new URL("../../../pkg-template/examples/elements/app.css", import.meta.url));
const { STAGEPASS_BACKEND: BACKEND } = process.env;
assert.ok(BACKEND, "STAGEPASS_BACKEND names no program: run `cargo xtask test --only packaging`");

/** Starts the page and its servers. Returns the `origin`, `env`: what the service has printed, and `stop()`. */
export async function startPage() {
  const folder = await mkdtemp(join(tmpdir(), "stagepass-elements-"));
  await promisify(execFile)(process.execPath, [COMMAND, "callback", folder]);
  const pages = { "/app.css": (await readFile(CSS, "utf8")) + STYLE };
  const site = await startSite(folder, pages);
  const { env, stop } = await startService(folder, `${site.origin}/callback.html`);
  pages["/app.js"] = script(env);
  pages["/index.html"] = html(env);
  return {
    origin: site.origin,
    env,
    async stop() {
      await stop();
      await site.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Axe must know the color behind a text. */
const STYLE = "body { background: light-dark(#fff, #111); color: light-dark(#111, #fff) }";

const script = (env) => `
  import { defineElements } from "/stagepass/elements.js";
  import { stagepass } from "/stagepass/index.js";

  window.violations = [];
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
    // The core is JavaScript then.
    if (blockedURI !== "wasm-eval") violations.push(effectiveDirective + " " + blockedURI);
  });
  window.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
    .observe({ type: "layout-shift", buffered: true });
  defineElements(stagepass({
    baseUrl: "${env.STAGEPASS_BASE_URL}",
    apiKey: "${env.STAGEPASS_API_KEY}",
    redirectUri: location.origin + "/callback.html",
    accessServer: "${env.STAGEPASS_ACCESS_URL}",
  }));
`;

const html = (env) => {
  const service = new URL(env.STAGEPASS_BASE_URL).origin;
  const { STAGEPASS_NODE_URL: node, STAGEPASS_ACCESS_URL: access } = env;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none';
      script-src 'self'; style-src 'self'; img-src ${service}; media-src ${node};
      connect-src 'self' ${service} ${access} ${node}; require-trusted-types-for 'script'; trusted-types 'none'">
    <meta name="viewport" content="width=device-width">
    <title>Radio</title>
    <link rel="stylesheet" href="/app.css">
    <script type="module" src="/app.js"></script>
  </head>
  <body>
    <main>
      <h1>Radio</h1>
      <stagepass-user></stagepass-user>
      <stagepass-button></stagepass-button>
      <stagepass-player id="public" track="${env.STAGEPASS_PUBLIC_TRACK}"></stagepass-player>
      <stagepass-player id="members" track="${env.STAGEPASS_MEMBERS_TRACK}"></stagepass-player>
      <p>All players are above.</p>
    </main>
  </body>
</html>`;
};

/** Starts the servers for development, in a folder. Returns `env`: what they have printed, and `stop()`. */
export async function startService(folder, redirectUri) {
  const options = ["dev", "--port", "0", "--redirect-uri", redirectUri, "--log", "error"];
  const backend = spawn(BACKEND, options, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  backend.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const stop = async () => {
    // False if it has ended already.
    if (backend.exitCode === null && backend.kill("SIGINT")) await once(backend, "close");
  };
  try {
    await until("the servers", () => output.includes("Press Ctrl-C"));
    const lines = (await readFile(join(folder, ".env.local"), "utf8")).match(/^STAGEPASS_\w+=.*$/gm);
    return { env: Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
