// The servers of docs/guides/call-your-own-api.md verify tickets at our service, exactly as the guide shows them. The
// one in Rust is tested in tests/backend/tests/service/api/own_api.rs.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { noteMembers } from "./evidence.mjs";
import { startService } from "./service/service.mjs";
import { tokens } from "./service/session.mjs";

const TIMEOUT = { timeout: 120_000 };
/** Go compiles its standard library first, if it was installed without. */
const COMPILATION = { timeout: 300_000 };
const AUDIENCE = "https://api.radio.example";
const EXAMPLES = new URL("../../../pkg-template/examples/", import.meta.url);

let service;
let session;

before(async () => {
  service = await startService();
  session = await tokens(service, "read");
}, TIMEOUT);

after(() => service?.stop());

async function ticketFor(audience) {
  const headers = { Authorization: `Bearer ${session.access_token}` };
  const response = await fetch(`${service.issuer}/tickets`, { method: "POST", headers, body: new URLSearchParams({ audience }) });
  const { ticket } = await response.json();
  noteMembers({ ticket });
  return ticket;
}

/** Verifies all headers with `userOf`, and compares the users. */
async function check(usersOf) {
  const ticket = `Ticket ${await ticketFor(AUDIENCE)}`;
  const foreign = `Ticket ${await ticketFor("https://other.example")}`;
  const headers = [ticket, ticket, foreign, `Bearer ${session.access_token}`, "Ticket x", "", null];
  const users = await usersOf(headers);
  assert.deepEqual(
    users.map((user) => user?.handle ?? null),
    ["ada", "ada", null, null, null, null, null],
  );
  assert.equal(users[0].user_id, session.user.userId);
}

test("the server in TypeScript returns the user of a ticket for its audience, and of nothing else", TIMEOUT, async () => {
  Object.assign(process.env, environment());
  const { outputText } = ts.transpileModule(readFileSync(new URL("own-api-server.ts", EXAMPLES), "utf8"), {
    compilerOptions: { target: "es2022", module: "esnext" },
  });
  const { userOf } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  await check((headers) => Promise.all(headers.map((header) => userOf(header ?? undefined))));
  process.env.STAGEPASS_BEARER_TOKEN = "x";
  await assert.rejects(userOf("Ticket x"), /invalid_token/);
});

test("the server in Python returns the user of a ticket for its audience, and of nothing else", TIMEOUT, async () => {
  const program = "import json, sys; from own_api_server import user_of; print(json.dumps([user_of(one) for one in json.load(sys.stdin)]))";
  const env = { ...process.env, ...environment(), PYTHONPATH: fileURLToPath(EXAMPLES) };
  await check(async (headers) => {
    const run = promisify(execFile)("python3", ["-B", "-c", program], { env });
    run.child.stdin.end(JSON.stringify(headers));
    return JSON.parse((await run).stdout);
  });
});

test("the server in Go returns the user of a ticket for its audience, and of nothing else", COMPILATION, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "stagepass-own-api-"));
  t.after(() => rmSync(folder, { recursive: true }));
  copyFileSync(fileURLToPath(new URL("own_api_server.go", EXAMPLES)), join(folder, "own_api_server.go"));
  copyFileSync(fileURLToPath(new URL("own-api.go", import.meta.url)), join(folder, "main.go"));
  const program = join(folder, "own-api");
  await promisify(execFile)("go", ["build", "-o", program, "own_api_server.go", "main.go"], { cwd: folder });
  const run = async (headers, env) => {
    const run = promisify(execFile)(program, [], { env: { ...process.env, ...environment(), ...env } });
    run.child.stdin.end(JSON.stringify(headers));
    return JSON.parse((await run).stdout);
  };
  await check((headers) => run(headers.map((header) => header ?? "")));
  await assert.rejects(run(["Ticket x"], { STAGEPASS_BEARER_TOKEN: "x" }), /invalid_token/);
});

const environment = () => ({ STAGEPASS_SERVICE: service.issuer, STAGEPASS_BEARER_TOKEN: service.bearerToken });
