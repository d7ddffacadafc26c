// Our side: `stagepass-backend gate`, as a program.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const PROGRAM = process.env.STAGEPASS_BACKEND;
assert.ok(PROGRAM, "STAGEPASS_BACKEND names no program: run `cargo xtask test --only interop`");

/** The answers of `gate sign` to these documents, signed with this key. */
export async function gateSign(privateKey, documents) {
  const { answers, code } = await gate(["sign"], documents.map((data) => ({ data })), { STAGEPASS_SIGNER_PRIVATE_KEY: privateKey });
  assert.equal(code, 0, "all documents should have been signed");
  return answers;
}

/** The answers of `gate verify` where any of these may sign: `{address, data}` or `{error}` each. */
export function gateVerify(authorities, signed) {
  return gate(["verify", "--authority", ...authorities], signed);
}

/** The answers of `gate recover`: `{address, data, digest}` or `{error}` each. */
export function gateRecover(signed) {
  return gate(["recover"], signed);
}

async function gate(command, documents, environment = {}) {
  const [name, ...rest] = command;
  const child = spawn(PROGRAM, ["gate", name, "--lines", ...rest], {
    env: { ...process.env, ...environment },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.end(documents.map((document) => `${JSON.stringify(document)}\n`).join(""));
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
  const answers = output.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(answers.length, documents.length, "each document should be answered");
  return { answers, code };
}
