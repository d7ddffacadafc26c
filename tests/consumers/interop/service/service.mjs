// Our authorization server, as a program of its own, and a listener and an app in it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { logOfPrograms, noteMembers } from "../evidence.mjs";

const PROGRAM = process.env.STAGEPASS_BACKEND;
assert.ok(PROGRAM, "STAGEPASS_BACKEND names no program: run `cargo xtask test --only interop`");

/** The tested service does not inherit the environment's own settings. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("STAGEPASS_") && name !== "DATABASE_URL"),
);

const START_TIMEOUT_MS = 60_000;

export const CALLBACK = "http://localhost:5173/callback";
/** Where the same app is called on a phone. */
export const OWN_SCHEME = "com.example.stock://callback";
export const LISTENER = { handle: "ada", name: "Ada Listener", password: "correct horse battery" };

/**
 * A service on a free port, with its own database. A stock client needs only its `issuer` and the `apiKey` of the app.
 * `stop()` ends the program and removes the database. `kill()` ends it as a crash would, and `startAgain()` starts
 * another with the same address and database.
 */
export async function startService(redirectUris = [CALLBACK, OWN_SCHEME]) {
  const folder = await mkdtemp(join(tmpdir(), "stagepass-interop-"));
  try {
    return await startIn(folder, redirectUris);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

async function startIn(folder, redirectUris) {
  const database = ["--database", `sqlite:${join(folder, "service.db")}`];
  await run(["migrate", ...database]);
  const { handle, name, password } = LISTENER;
  await run(["user", "add", ...database, "--handle", handle, "--name", name, "--password-stdin"], `${password}\n`);
  const callbacks = redirectUris.flatMap((uri) => ["--redirect-uri", uri]);
  const app = JSON.parse(await run(["app", "add", ...database, "--owner", handle, "--name", "Stock Client", ...callbacks]));
  noteMembers({ password, ...app });

  let running = await launch(folder, database, "127.0.0.1:0");
  const { origin } = running;
  const stop = async () => {
    running.program.kill("SIGTERM");
    const [code] = await running.ended;
    await rm(folder, { recursive: true });
    assert.equal(code, 0, "the service should end well");
  };
  const kill = async () => {
    running.program.kill("SIGKILL");
    await running.ended;
  };
  const startAgain = async () => {
    running = await launch(folder, database, new URL(origin).host);
  };
  return { issuer: `${origin}/v1`, apiKey: app.api_key, apiSecret: app.api_secret, bearerToken: app.bearer_token, stop, kill, startAgain };
}

async function launch(folder, database, listen) {
  const program = spawn(PROGRAM, ["service", "--dev", ...database, "--listen", listen], {
    cwd: folder,
    env: { ...environment, STAGEPASS_LOG: "trace" },
    stdio: ["ignore", "pipe", logOfPrograms()],
  });
  const ended = once(program, "close");
  try {
    return { program, ended, origin: await readOrigin(program) };
  } catch (error) {
    program.kill("SIGKILL");
    await ended;
    throw error;
  }
}

/** Waits for the line `listening on http://127.0.0.1:PORT` of a program. Rejects if another line comes, or none. */
async function readOrigin(program) {
  const lines = createInterface({ input: program.stdout });
  const [line] = await Promise.race([
    once(lines, "line", { signal: AbortSignal.timeout(START_TIMEOUT_MS) }),
    once(program, "close").then(() => assert.fail("the service did not start")),
  ]);
  const [, origin] = line.match(/^listening on (http:\/\/127\.0\.0\.1:\d+)$/) ?? assert.fail(`the service said: ${line}`);
  return origin;
}

async function run(words, input = "") {
  const child = spawn(PROGRAM, words, { env: environment, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(input);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  assert.equal(code, 0, `${words.slice(0, 2).join(" ")} failed`);
  return output;
}
