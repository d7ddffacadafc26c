// A client that @hey-api/openapi-ts generates from the document of a running service, and that calls the service. A
// validator checks the documents of all servers.

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createClient } from "@hey-api/openapi-ts";
import { Validator } from "@seriousme/openapi-schema-validator";
import ts from "typescript";
import { noteMembers } from "./evidence.mjs";
import { LISTENER, startService } from "./service/service.mjs";
import { tokens } from "./service/session.mjs";
import { cid, wav } from "./service/sound.mjs";

const TIMEOUT = { timeout: 120_000 };
const DOCUMENTS = ["openapi.json", "openapi-access-server.json", "openapi-node.json"];
const TUS = { "Tus-Resumable": "1.0.0" };

let service;
let folder;
/** The generated functions, each named by its operation ID. */
let api;
/** The options of every call. */
let signedIn;
let me;

before(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), "stagepass-openapi-"));
  api = await generated(`${service.issuer}/openapi.json`);
  const { access_token } = await tokens(service, "write");
  const { client } = await import(pathToFileURL(join(folder, "client.gen.js")));
  client.setConfig({ auth: access_token });
  signedIn = { client, throwOnError: true };
  me = (await api.getMe(signedIn)).data;
}, TIMEOUT);

after(async () => {
  await service?.stop();
  if (folder) await rm(folder, { recursive: true });
});

for (const name of DOCUMENTS) {
  test(`${name} is a valid document`, TIMEOUT, async () => {
    const document = JSON.parse(await readFile(new URL(`../../../docs/reference/${name}`, import.meta.url), "utf8"));
    const validator = new Validator();
    const { valid, errors } = await validator.validate(document);
    assert.ok(valid, JSON.stringify(errors, null, 2));
    assert.equal(validator.version, "3.1");
  });
}

test("the user of the token is returned", TIMEOUT, () => {
  assert.deepEqual([me.handle, me.name, me.verified], [LISTENER.handle, LISTENER.name, false]);
  assert.deepEqual([me.data.user_id, me.data.id], [me.userId, String(me.userId)]);
});

test("a file becomes a track, which is changed, saved, listed and deleted", TIMEOUT, async () => {
  const sound = wav(60_000);
  const user = { id: me.userId };

  const created = await api.createUpload({
    ...signedIn,
    headers: { ...TUS, "Upload-Length": sound.length },
    body: new Blob([sound]),
  });
  assert.deepEqual([created.response.status, created.response.headers.get("upload-offset")], [201, String(sound.length)]);
  const upload = { id: created.response.headers.get("location").split("/").at(-1) };

  const { data: uploaded } = await api.getUpload({ ...signedIn, path: upload });
  assert.deepEqual([uploaded.data.status, uploaded.data.size, uploaded.data.track_cid], ["completed", sound.length, cid(sound)]);
  const { data: uploads } = await api.listUploads({ ...signedIn, query: { limit: 1 } });
  assert.deepEqual([uploads.data.map(({ id }) => id), uploads.quota.used], [[upload.id], sound.length]);

  const body = { title: "Tape 1", genre: "Ambient", track_cid: uploaded.data.track_cid };
  const { data: track } = await api.createTrack({ ...signedIn, body });
  const { id } = track.data;
  assert.deepEqual([track.data.title, track.data.user.handle, track.data.access_authorities], ["Tape 1", LISTENER.handle, []]);

  const { data: changed } = await api.updateTrack({ ...signedIn, path: { id }, body: { title: "Tape 2", genre: null } });
  assert.deepEqual([changed.data.title, changed.data.genre], ["Tape 2", undefined]);
  const { data: shown } = await api.getTrack({ ...signedIn, path: { id } });
  assert.deepEqual(shown, changed);

  await api.saveTrack({ ...signedIn, path: { ...user, track_id: id } });
  const { data: saved } = await api.listSavedTracks({ ...signedIn, path: user });
  assert.deepEqual(saved.data, [changed.data]);
  const { data: listens } = await api.getListens({ ...signedIn, path: { id } });
  assert.deepEqual(listens.data, { total: 0, days: [] });

  await api.deleteTrack({ ...signedIn, path: { id } });
  const { data: tracks } = await api.listTracks({ ...signedIn, path: user });
  assert.deepEqual(tracks, { data: [] });
});

test("an error is typed by its status", TIMEOUT, async () => {
  const { data, error, response } = await api.getTrack({ ...signedIn, throwOnError: false, path: { id: 999 } });
  assert.deepEqual([data, response.status, error.error], [undefined, 404, "not_found"]);
});

test("tokens are refreshed and revoked", TIMEOUT, async () => {
  const { client } = signedIn;
  const client_id = service.apiKey;
  const { refresh_token } = await tokens(service, "read");
  const body = { grant_type: "refresh_token", client_id, refresh_token };
  const { data: refreshed } = await api.issueTokens({ client, body });
  noteMembers(refreshed);
  assert.deepEqual([refreshed.token_type, refreshed.scope, refreshed.expires_in], ["Bearer", "read", 3600]);
  await api.revokeToken({ client, throwOnError: true, body: { token: refreshed.refresh_token, client_id } });
  const again = await api.issueTokens({ client, body: { ...body, refresh_token: refreshed.refresh_token } });
  assert.deepEqual([again.response.status, again.error.error], [400, "invalid_grant"]);
});

/** Generates a client, type-checks and compiles it, and returns its functions. */
async function generated(document) {
  await createClient({
    input: document,
    output: { path: folder, importFileExtension: ".js" },
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent" },
  });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const program = ts.createProgram([join(folder, "index.ts"), join(folder, "client.gen.ts")], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    strict: true,
    types: [],
  });
  program.emit();
  const problems = ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  assert.deepEqual(problems, []);
  return import(pathToFileURL(join(folder, "sdk.gen.js")));
}
