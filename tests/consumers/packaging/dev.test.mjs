// Runs the command of docs/guides/develop.md in an empty folder, as it is written there.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { browse } from "../phones/person.mjs";
import { until } from "./tutorial-reader.mjs";

const CHECKOUT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 60_000;
const REDIRECT_URI = "http://localhost:5173/callback.html";

test("the command of the guide starts the same servers each time", { timeout: 600_000 }, async (t) => {
  const guide = await readFile(join(CHECKOUT, "docs/guides/develop.md"), "utf8");
  const [, command] = guide.match(/^ {4}(cargo run --manifest-path ~\/stagepass\/\S+ -- dev)$/m) ?? assert.fail("no command");
  const app = await mkdtemp(join(tmpdir(), "stagepass-dev-"));
  t.after(() => rm(app, { recursive: true }));
  await writeFile(join(app, ".env.local"), "MINE=1\n");

  let key;
  for (const options of ["", " --access-token-lifetime 10s"]) {
    const servers = new Servers(command.replace("~/stagepass", CHECKOUT) + options, app);
    try {
      await servers.ready();
      const env = await variables(app);
      assert.equal(env.MINE, "1");
      key ??= env.VITE_STAGEPASS_API_KEY;
      assert.match(key, /^0x[0-9a-f]{40}$/);
      for (const prefix of ["", "VITE_", "NEXT_PUBLIC_", "EXPO_PUBLIC_"]) {
        assert.equal(env[`${prefix}STAGEPASS_API_KEY`], key);
        assert.equal(env[`${prefix}STAGEPASS_BASE_URL`], "http://127.0.0.1:8787/v1");
        assert.equal(env[`${prefix}STAGEPASS_ACCESS_URL`], "http://127.0.0.1:8789");
      }
      assert.ok(servers.output.includes(key), servers.output);
      assert.equal((await tokens(env)).expires_in, options ? 10 : 3600);
      const access = (track) => json(`${env.STAGEPASS_ACCESS_URL}/tracks/${track}/access`);
      assert.equal((await access(env.STAGEPASS_GATED_TRACK)).allowed, true);
      assert.equal((await access(env.STAGEPASS_MEMBERS_TRACK)).code, "not_signed_in");
    } finally {
      await servers.interrupt();
    }
    for (const port of [8787, 8788, 8789]) assert.equal(await isOpen(port), false, `port ${port} is still open`);
  }
});

/** The command in a process group of its own. */
class Servers {
  output = "";
  #isOpen = true;

  constructor(command, cwd) {
    // Variables that cargo and other tests have set are not those of a developer. The program is built already.
    const isOurs = ([name]) => name === "STAGEPASS_BACKEND" || !/^(STAGEPASS_|CARGO_(MANIFEST|PKG)_|NODE_TEST_CONTEXT)/.test(name);
    const env = Object.fromEntries(Object.entries(process.env).filter(isOurs));
    this.shell = spawn("bash", ["-c", command], { cwd, env, detached: true, stdio: ["ignore", "pipe", "inherit"] });
    this.shell.stdout.setEncoding("utf8").on("data", (text) => {
      this.output += text;
    });
    this.closed = once(this.shell, "close").then(() => {
      this.#isOpen = false;
    });
  }

  async ready() {
    const isReady = () => this.output.includes("Press Ctrl-C");
    await until("the servers", () => isReady() || !this.#isOpen, START_TIMEOUT_MS);
    assert.ok(isReady(), `the command ended: ${this.output}`);
  }

  /** Ctrl-C, which a terminal sends to the whole group. Its output closes when the last process has ended. */
  async interrupt() {
    if (this.#isOpen) process.kill(-this.shell.pid, "SIGINT");
    try {
      await until("all processes to end", () => !this.#isOpen, STOP_TIMEOUT_MS);
    } finally {
      if (this.#isOpen) process.kill(-this.shell.pid, "SIGKILL");
    }
  }
}

async function variables(app) {
  const lines = (await readFile(join(app, ".env.local"), "utf8")).split("\n").filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/).slice(0, 2)));
}

/** Signs the user in by authorization code and PKCE. */
async function tokens(env) {
  const { STAGEPASS_BASE_URL: base, STAGEPASS_API_KEY: key, STAGEPASS_USER: handle, STAGEPASS_PASSWORD: password } = env;
  const app = { client_id: key, redirect_uri: REDIRECT_URI };
  assert.deepEqual(await json(`${base}/oauth/check?${new URLSearchParams(app)}`), { ok: true });
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const request = { ...app, response_type: "code", scope: "read", state: "s", code_challenge: challenge, code_challenge_method: "S256" };
  const answer = await browse(`${base}/oauth/authorize?${new URLSearchParams(request)}`, REDIRECT_URI, { handle, password });
  const code = new URLSearchParams(answer.split("#")[1]).get("code");
  const body = new URLSearchParams({ ...app, grant_type: "authorization_code", code, code_verifier: verifier });
  return json(`${base}/oauth/token`, { method: "POST", body });
}

async function json(url, init) {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) });
  return response.json();
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(30_000, () => end(true)).on("connect", () => end(true)).on("error", () => end(false));
  });
}
