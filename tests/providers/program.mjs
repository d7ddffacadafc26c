// A provider that is a program of its own.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const START_TIMEOUT_MS = 120_000;

/**
 * Starts a script of this folder with the Python of the suite, in an empty folder. `given` is written to its standard
 * input as JSON. Returns the `origin` that it prints, and `stop`.
 */
export async function startPython(script, given) {
  const { STAGEPASS_PYTHON: python } = process.env;
  assert.ok(python, "STAGEPASS_PYTHON names no program: run `cargo xtask test --only providers`");
  const folder = await mkdtemp(join(tmpdir(), "stagepass-provider-"));
  const file = fileURLToPath(new URL(`start/${script}`, import.meta.url));
  // In a process group of its own, because it may start a server.
  const program = spawn(python, ["-B", file], { cwd: folder, detached: true, stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  program.stderr.setEncoding("utf8").on("data", (text) => {
    // A server writes a line for each request.
    output = (output + text).slice(-4_000);
  });
  program.stdin.end(JSON.stringify(given));
  const closed = once(program, "close");
  const stop = async () => {
    if (program.exitCode === null) process.kill(-program.pid, "SIGKILL");
    await closed;
    await rm(folder, { recursive: true });
  };
  const ended = closed.then(() => assert.fail(`${script} ended: ${output}`));
  ended.catch(() => {});
  try {
    const lines = createInterface({ input: program.stdout });
    const signal = AbortSignal.timeout(START_TIMEOUT_MS);
    const [line] = await Promise.race([once(lines, "line", { signal }), ended]);
    const [, origin] = line.match(/^listening on (http:\/\/127\.0\.0\.1:\d+)$/) ?? [];
    assert.ok(origin, `${script} printed: ${line}`);
    return { origin, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
