import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { freshFacade } from "../support/pretend.js";
import { access, node, open, reset, say } from "../support/servers.js";

const config = await open();
const { stagepass } = await freshFacade();
let sp = stagepass(config);

beforeEach(() => {
  reset();
  sp = stagepass(config);
});

/** The node responds with this. */
const respond = (status: number, body: unknown) => {
  node.instead = (_, response) => say(response, status, body, { "access-control-allow-origin": "*" });
};

test("waveform is requested beside the audio", async () => {
  respond(200, { peaks: [0, 255] });
  assert.deepEqual(await sp.tracks.waveform(7), [0, 255]);
  assert.deepEqual(node.requests, ["GET /tracks/cidstream/bafkrei7/waveform"]);
});

test("gated waveform is requested with the signature, without a token", async () => {
  respond(200, { peaks: [] });
  assert.deepEqual(await sp.tracks.waveform(8), []);
  assert.deepEqual(access.requests, ["GET /stream/8?no_redirect=true"]);
  assert.deepEqual(node.requests, ["GET /gated/waveform?signature=1"]);
  assert.equal(node.received[0]?.headers.authorization, undefined);
});

test("node without waveforms has none", async () => {
  respond(404, { error: "not found", detail: "no such address" });
  assert.deepEqual(await sp.tracks.waveform(7), []);
});

test("refused or malformed waveform rejects", async () => {
  respond(401, { error: "unauthorized", detail: "signature too old" });
  await assert.rejects(sp.tracks.waveform(7), { code: "forbidden", status: 401 });
  for (const body of [{}, null, { peaks: "0" }, { peaks: [256] }, { peaks: [-1] }, { peaks: ["<svg>"] }]) {
    respond(200, body);
    await assert.rejects(sp.tracks.waveform(7), { code: "bad_response" }, JSON.stringify(body));
  }
});
