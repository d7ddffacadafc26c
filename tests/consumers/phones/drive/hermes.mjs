// Runs the app in Hermes's own program: a real VM, without network. It is started again for each response, with all
// earlier responses recorded.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { outside } from "./outside.mjs";

const run = promisify(execFile);
const here = fileURLToPath(new URL("..", import.meta.url));
const PROGRAMS = join(here, "node_modules/hermes-engine-cli", { linux: "linux64-bin", darwin: "osx-bin" }[process.platform] ?? "win64-bin");

/** How long the record may be, in letters. */
const ROOM = 1 << 20;
const BEGINNING = "@record@";
/** More than any life asks for. */
const ROUNDS = 200;
const ROUND_TIMEOUT_MS = 60_000;

/** Compiles `bundle` into `file` like a release build, after a stand-in for the phone's event loop. */
export async function compile(bundle, file) {
  const before = (await readFile(join(here, "vm.js"), "utf8")).replace("%ROOM%", " ".repeat(ROOM));
  await writeFile(`${file}.js`, before + (await readFile(bundle, "utf8")));
  await run(join(PROGRAMS, "hermesc"), ["-O", "-w", "-emit-binary", "-out", file, `${file}.js`], { timeout: 4 * ROUND_TIMEOUT_MS });
}

/** Lives a life of `input` in the compiled program. */
export async function liveInHermes(program, input) {
  const at = program.indexOf(BEGINNING);
  assert.ok(at > 0, "the bytecode has no room for the record");
  const folder = await mkdtemp(join(tmpdir(), "stagepass-hermes-"));
  try {
    const file = join(folder, "life.hbc");
    const record = { now: Date.now(), input, answers: {} };
    for (let round = 0; round < ROUNDS; round += 1) {
      await writeFile(file, withRecord(program, at + BEGINNING.length, record));
      const { done, failed, now, wanted } = await readResult(file);
      if (failed) return { failed };
      if (done) return done;
      await Promise.all(wanted.map((act) => answer(act, now, record.answers)));
    }
    return { failed: `it has not ended after ${ROUNDS} rounds` };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function withRecord(program, at, record) {
  // The compiler has kept a text of ASCII, a byte for each letter.
  const written = JSON.stringify(record).replace(/[\u007f-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  assert.ok(written.length <= ROOM, "the record is longer than there is room for");
  const filled = Buffer.from(program);
  filled.write(written, at, "latin1");
  return filled;
}

/** The program's last word. */
async function readResult(file) {
  // Without the option, promises wait behind what is to be done last.
  const started = run(join(PROGRAMS, "hermes"), ["-Xmicrotask-queue", file], { timeout: ROUND_TIMEOUT_MS, maxBuffer: 1 << 26 });
  const { stdout, stderr } = await started.catch((error) => error);
  const word = stdout?.split("\n").findLast((line) => line.startsWith("@@"));
  return word ? JSON.parse(word.slice(2)) : { failed: `Hermes ended without a word: ${stdout} ${stderr}` };
}

async function answer({ id, kind, what }, now, answers) {
  const started = performance.now();
  const [value, error] = await outside(kind, what).then(
    (value) => [value],
    (error) => [undefined, error.message],
  );
  answers[id] = { of: `${kind} ${what.url}`, at: now + performance.now() - started, value, error };
}
