// Follows the tutorials of docs/tutorials literally: types their commands, writes their files, compares the output, and
// clicks in a browser.
//
// In a tutorial, a block
// - `sh title="first terminal"` is typed into that terminal, and must succeed. With `server` at the end it keeps
//   running.
// - `text` is output of the block before it: whole lines, in this order, and maybe others between them. `…` is any
//   text.
// - with another language and `title="PATH"` is a file in the folder that the last terminal is in.
// A table `| do this | you should see |` is done in a browser, see `tutorial-reader.mjs`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { act, until } from "./tutorial-reader.mjs";

const CHECKOUT = fileURLToPath(new URL("../../..", import.meta.url));
const COMMAND_TIMEOUT_MS = 240_000;
const { STAGEPASS_BACKEND: BACKEND } = process.env;
assert.ok(BACKEND, "STAGEPASS_BACKEND names no program: run `cargo xtask test --only packaging`");

/** What each tutorial has. Change a number only together with the tutorial. */
const TUTORIALS = {
  "web-app": { commands: 17, files: 2, lines: 10, seen: 6 },
  "own-service": { commands: 16, files: 0, lines: 11, seen: 4 },
  "gated-track": { commands: 31, files: 2, lines: 13, seen: 6 },
};

/** The suite has built both. Any other command of cargo fails. */
const CARGO = `cargo() {
  case "$PWD $*" in
    "$HOME/stagepass build --locked --release --package stagepass-backend") ;;
    "$HOME/stagepass xtask package") echo "$PWD"/pkg/*.tgz ;;
    *) echo "unexpected: cargo $*"; return 1 ;;
  esac
}`;

for (const [name, expected] of Object.entries(TUTORIALS)) {
  test(`the tutorial ${name} works as it is written`, { timeout: 600_000 }, async (t) => {
    const markdown = await readFile(join(CHECKOUT, `docs/tutorials/${name}.md`), "utf8");
    const done = await follow(markdown);
    t.diagnostic(`${name}: ${Object.entries(done).map(([what, count]) => `${count} ${what}`).join(", ")}`);
    assert.deepEqual(done, expected);
  });
}

test("a tutorial that is wrong fails", async () => {
  const block = (info, text) => `\`\`\`${info}\n${text}\n\`\`\`\n`;
  const command = block('sh title="first terminal"', "echo one; echo two");
  assert.equal((await follow(command + block("text", "o…e\ntwo"))).lines, 2);
  await assert.rejects(follow(command + block("text", "three")), /the output has no line "three"/);
  await assert.rejects(follow(command + block("text", "two\none")), /the output has no line "one"/);
  const json = block('sh title="first terminal"', `echo '{"a":1,"b":[2]}'`);
  assert.equal((await follow(json + block("text", '{"b":[…],"a":1}'))).lines, 1);
  await assert.rejects(follow(json + block("text", '{"a":1,"b":[3]}')), /the output has no line/);
  await assert.rejects(follow(block('sh title="first terminal"', "false\ntrue")), /failed/);
  await assert.rejects(follow(block('sh title="first terminal" server', "true") + block("text", "up")), /failed/);
  await assert.rejects(follow(block("ts", "let x;")), /no title/);
});

/** Does all that the tutorial says, in an empty home folder, and counts it. */
async function follow(markdown) {
  const home = await mkdtemp(join(tmpdir(), "stagepass-tutorial-"));
  const terminals = new Map();
  const done = { commands: 0, files: 0, lines: 0, seen: 0 };
  try {
    await clone(home);
    let last;
    for (const { rows, language, title, isServer, text, output } of blocks(markdown)) {
      if (rows) {
        done.seen += await act(rows);
      } else if (language === "sh") {
        last = terminals.get(title) ?? new Terminal(home);
        terminals.set(title, last);
        await last.type(text, output, isServer);
        done.commands += text.replaceAll("\\\n", "").trim().split("\n").length;
        done.lines += output.length;
      } else {
        await writeFile(join(last.folder, title), text);
        done.files += 1;
      }
    }
  } finally {
    for (const terminal of terminals.values()) await terminal.close();
    await rm(home, { recursive: true });
  }
  return done;
}

/** What a clone has once its programs are built. */
async function clone(home) {
  const folder = join(home, "stagepass");
  await mkdir(join(folder, "target/release"), { recursive: true });
  await symlink(BACKEND, join(folder, "target/release/stagepass-backend"));
  for (const name of ["pkg", "tests"]) await symlink(join(CHECKOUT, name), join(folder, name));
}

function blocks(markdown) {
  const found = [];
  for (const [, rows, language, info, text] of markdown.matchAll(
    /^\| do this \| you should see \|\n.*\n((?:\|.*\n)+)|^```(\w+)(.*)\n([\s\S]*?)^```$/gm,
  )) {
    const [, title] = info?.match(/ title="([^"]+)"/) ?? [];
    if (rows) {
      found.push({ rows: rows.trim().split("\n").map((row) => row.split("|").slice(1, 3)) });
    } else if (language === "text") {
      assert.equal(found.at(-1)?.language, "sh", `no command has this output: ${text}`);
      found.at(-1).output.push(...text.trim().split("\n"));
    } else {
      assert.ok(title, `a block has no title: ${text}`);
      found.push({ language, title, isServer: info.endsWith(" server"), text, output: [] });
    }
  }
  return found;
}

/** A shell, which keeps its folder and its variables from one block to the next. */
class Terminal {
  #output = "";
  #isOpen = true;
  #blocks = 0;

  constructor(home) {
    this.folder = home;
    const ours = Object.entries(process.env).filter(([name]) => !/^(STAGEPASS_|DATABASE_URL|NODE_TEST_CONTEXT)/.test(name));
    const npm = { npm_config_userconfig: join(homedir(), ".npmrc"), npm_config_cache: join(homedir(), ".npm"), npm_config_prefer_offline: "true" };
    const env = { ...Object.fromEntries(ours), ...npm, HOME: home, NO_COLOR: "1" };
    // In a process group of its own, which is ended as a whole.
    this.shell = spawn("bash", ["-e", "-o", "pipefail"], { cwd: home, env, detached: true, stdio: ["pipe", "pipe", "inherit"] });
    this.shell.stdin.on("error", () => {});
    this.shell.stdout.setEncoding("utf8").on("data", (text) => {
      this.#output += text;
    });
    this.closed = once(this.shell, "close").then(() => {
      this.#isOpen = false;
    });
    this.shell.stdin.write(`${CARGO}\n`);
  }

  /** Runs a block, and compares its output. */
  async type(text, expected, isServer) {
    this.#output = "";
    this.#blocks += 1;
    const mark = `done ${this.#blocks} in `;
    this.shell.stdin.write(`{\n${text}} </dev/null 2>&1\nprintf '\\n${mark}%s\\n' "$PWD"\n`);
    const end = () => this.#output.match(new RegExp(`^${mark}(.*)$`, "m"));
    const isUp = () => isServer && missing(expected, this.#output) === undefined;
    await until(text, () => isUp() || end() || !this.#isOpen, COMMAND_TIMEOUT_MS).catch(() => {});
    assert.ok(isServer ? this.#isOpen && !end() : end(), `failed: ${text}\n${this.#output}`);
    const line = missing(expected, this.#output);
    assert.equal(line, undefined, `the output has no line ${JSON.stringify(line)}: ${text}\n${this.#output}`);
    if (!isServer) [, this.folder] = end();
  }

  async close() {
    if (this.#isOpen) process.kill(-this.shell.pid, "SIGKILL");
    await this.closed;
  }
}

/** The first of these lines that is not in the output after the one before it. */
function missing(expected, output) {
  const lines = output.split("\n");
  return expected.find((line) => {
    const at = lines.findIndex((candidate) => pattern(line.trim()).test(candidate.trim()));
    lines.splice(0, at + 1);
    return at < 0;
  });
}

function pattern(line) {
  const words = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("…", ".*");
  if (!line.startsWith("{")) return new RegExp(`^${words(line)}$`);
  // Cargo features of other packages of a build change the order of JSON members.
  const members = line.slice(1, -1).split(/,(?=["…])/);
  return new RegExp(`^\\{${members.map((member) => `(?=.*${words(member)})`).join("")}.*\\}$`);
}
