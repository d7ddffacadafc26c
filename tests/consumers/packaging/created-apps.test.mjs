// The apps that `npm create stagepass` writes: installs them with the package that was built last, checks their types,
// runs their tests, builds them, and signs in to the built app by popup and to the development server by a full page.
//
// STAGEPASS_CREATED="react stagepass, vue oauth" selects some of them, and STAGEPASS_BROWSER=firefox the browser.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { startVisitor } from "../../providers/visitor.mjs";
import { until } from "./tutorial-reader.mjs";

const CHECKOUT = fileURLToPath(new URL("../../..", import.meta.url));
const { STAGEPASS_BACKEND: BACKEND, STAGEPASS_CREATED: SELECTED, STAGEPASS_BROWSER: BROWSER } = process.env;
const START_TIMEOUT_MS = 120_000;

/** One of each template, and of each provider. Another pair differs from them only in the client. */
const APPS = SELECTED?.split(/, */) ?? [
  "vanilla fake",
  "react oauth",
  "vue stagepass",
  "svelte stagepass",
  "next stagepass",
  "expo stagepass",
];

/** The scripts that serve an app, by its template: as it was built, and for development. */
const SERVERS = {
  next: { popup: "start", redirect: "dev" },
  vite: { popup: "preview", redirect: "dev" },
};

const IS_CODE = /\.(tsx?|vue|svelte)$/;

const STAGEPASS_STEPS = [
  { fields: { handle: "demo", password: "stagepass-demo" }, press: "//button[@id='sign-in']" },
  { press: "//button[@data-act='approve' and not(@disabled)]" },
];

for (const pair of APPS) {
  const [template, provider] = pair.split(" ");
  test(`a created app works: ${pair}`, { timeout: 900_000 }, async (t) => {
    const home = mkdtempSync(join(tmpdir(), "stagepass-created-"));
    t.after(() => rmSync(home, { recursive: true }));
    const app = new App(join(home, "night-radio"), template, await freePort());
    const { name, steps, options } = await startProvider(provider, app, t);
    app.create(["--provider", provider, ...options]);
    if (provider === "stagepass") await startService(app, t);
    for (const script of ["install", "check", "test"]) app.npm(script);
    if (template === "expo") app.bundle();
    else await signIn(app, { name, steps });
    t.diagnostic(`${pair}: ${app.describe()}`);
  });
}

async function startProvider(provider, app, t) {
  if (provider === "stagepass") return { name: "Demo Listener", steps: STAGEPASS_STEPS, options: [] };
  if (provider === "fake") return { name: "Demo Listener", steps: [], options: [] };
  const { start } = await import("../../providers/start/oidc-provider.mjs");
  const addresses = { callback: `${app.origin}/callback.html`, goodbye: `${app.origin}/` };
  const { config, user, allow, stop } = await start(addresses);
  t.after(stop);
  return { name: user.name, steps: allow, options: ["--issuer", config.issuer, "--client-id", config.clientId] };
}

/** Starts the service of docs/guides/develop.md, which adds its variables to the app's `.env.local`. */
async function startService(app, t) {
  assert.ok(BACKEND, "STAGEPASS_BACKEND names no program: run `cargo xtask test --only packaging`");
  const args = ["dev", "--port", "0", "--redirect-uri", `${app.origin}/callback.html`];
  const service = new Program(BACKEND, args, app.folder);
  t.after(() => service.stop());
  await service.prints("Press Ctrl-C");
}

/** Signs in and out in each way, with a new browser for each. The fake opens no page, so it has one way. */
async function signIn(app, { name, steps }) {
  const { origin } = app;
  // The only template that has the address in its code, if its client opens a page.
  if (app.template === "next" && steps.length) app.replace("http://localhost:3000", origin);
  app.npm("build");
  for (const [display, script] of Object.entries(SERVERS[app.template] ?? SERVERS.vite)) {
    if (display === "redirect" && !steps.length) return;
    if (display === "redirect") app.replace("login({ scope })", 'login({ scope, display: "redirect" })');
    const server = new Program("npm", ["run", script, "--", "--port", app.port], app.folder);
    try {
      await app.timed(`start of ${script}`, () => server.serves(origin));
      const visitor = await startVisitor(BROWSER);
      try {
        await app.timed(display, () => act(visitor, { origin, name, steps }));
      } finally {
        await visitor.stop();
      }
    } finally {
      await server.stop();
    }
  }
}

async function act(visitor, { origin, name, steps }) {
  const button = (text) => `//button[normalize-space()="${text}" and not(@hidden)]`;
  const press = (label) => until(`${label} to be pressed`, () => visitor.press(button(label)).then(() => true));
  // The provider shows the name of the user, too.
  const isBack = async () => (await visitor.windows()) === 1 && (await visitor.url()).startsWith(origin);
  const sees = (text) => visitor.run("return document.body.innerText").then(({ value }) => value?.includes(text));
  await visitor.open(origin);
  await press("Sign in");
  await visitor.follow("the login", steps, async () => (await isBack()) && (await sees(name)));
  // The fake forgets its session.
  if (steps.length) {
    await visitor.reload();
    await until("the user after a reload", () => sees(name));
  }
  await press("Sign out");
  await until("the sign-in button", async () => (await sees("Sign in")) && !(await sees(name)));
}

class App {
  #seconds = {};

  constructor(folder, template, port) {
    this.folder = folder;
    this.template = template;
    this.port = port;
    this.origin = `http://localhost:${port}`;
  }

  create(options) {
    const command = [join(CHECKOUT, "create-stagepass"), this.folder, "--template", this.template, ...options];
    execFileSync(process.execPath, command, { stdio: ["ignore", "ignore", "inherit"] });
    this.files = this.#sources();
  }

  /** Runs a script of the app, or `npm install`. */
  npm(script) {
    const args = script === "install" ? ["install", "--no-audit", "--no-fund", "--prefer-offline"] : ["run", script];
    this.#run(script, "npm", args);
  }

  /** The script that a phone would load. */
  bundle() {
    this.#run("bundle", "npx", ["expo", "export", "--platform", "android", "--no-bytecode"]);
  }

  #run(name, program, args) {
    const started = performance.now();
    try {
      execFileSync(program, args, { cwd: this.folder, env: environment(), stdio: ["ignore", "pipe", "pipe"] });
    } catch (error) {
      assert.fail(`${name} failed: ${error.stdout}\n${error.stderr}`);
    }
    this.#seconds[name] = (performance.now() - started) / 1000;
  }

  async timed(name, action) {
    const started = performance.now();
    await action();
    this.#seconds[name] = (performance.now() - started) / 1000;
  }

  /** Changes the only code file that has a text. */
  replace(before, after) {
    const sources = this.files.filter((path) => IS_CODE.test(path)).map((path) => join(this.folder, path));
    const file = sources.find((path) => readFileSync(path, "utf8").includes(before));
    assert.ok(file, `no file has ${before}`);
    writeFileSync(file, readFileSync(file, "utf8").replace(before, after));
  }

  describe() {
    const code = this.files.filter((path) => IS_CODE.test(path) && !/test|config/.test(path));
    const lines = code.flatMap((path) => readFileSync(join(this.folder, path), "utf8").trimEnd().split("\n")).length;
    const seconds = Object.entries(this.#seconds).map(([name, value]) => `${name} ${value.toFixed(1)} s`);
    return [`${this.files.length} files`, `${lines} lines of code`, ...seconds].join(", ");
  }

  #sources() {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(this.folder.length + 1));
  }
}

/** A program that runs until it is stopped, in a process group of its own. */
class Program {
  #output = "";
  #isOpen = true;

  constructor(program, args, cwd) {
    this.process = spawn(program, args, { cwd, env: environment(), detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const collect = (text) => {
      this.#output += text;
    };
    for (const stream of [this.process.stdout, this.process.stderr]) stream.setEncoding("utf8").on("data", collect);
    this.closed = once(this.process, "close").then(() => {
      this.#isOpen = false;
    });
  }

  async prints(text) {
    await until(text, () => this.#output.includes(text) || !this.#isOpen, START_TIMEOUT_MS);
    assert.ok(this.#output.includes(text), `the program ended: ${this.#output}`);
  }

  async serves(origin) {
    const isUp = () => fetch(origin).then(({ ok }) => ok);
    await until(`an app at ${origin}`, async () => !this.#isOpen || (await isUp()), START_TIMEOUT_MS);
    assert.ok(this.#isOpen, `the program ended: ${this.#output}`);
  }

  async stop() {
    if (this.#isOpen) process.kill(-this.process.pid, "SIGKILL");
    await this.closed;
  }
}

async function freePort() {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** The variables of a developer, without those of cargo and of the tests. */
function environment() {
  const ours = /^(STAGEPASS_|CARGO_|DATABASE_URL|NODE_TEST_CONTEXT)/;
  const own = Object.entries(process.env).filter(([name]) => !ours.test(name));
  const cache = { npm_config_cache: process.env.npm_config_cache ?? join(homedir(), ".npm") };
  return { ...Object.fromEntries(own), ...cache, NO_COLOR: "1", NEXT_TELEMETRY_DISABLED: "1", EXPO_NO_TELEMETRY: "1" };
}
