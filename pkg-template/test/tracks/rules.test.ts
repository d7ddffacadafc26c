import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Rule } from "../../src/entry/index.js";
import { core, freshCopy } from "../support/pretend.js";
import { access, node, open, reset, SIGNER, say, service, world } from "../support/servers.js";

const copy = freshCopy();
const config = await open();
const { stagepass } = await import(`${copy}index.js`);
const { fakeStagepass, fakeTrack, fakeUser } = await import(`${copy}testing.js`);
let sp = stagepass(config);
beforeEach(() => {
  reset();
  sp = stagepass(config);
});

const RULE: Rule = { all: [{ geo: { notIn: ["US"] } }, { not: { signedIn: { verified: true } } }] };
const JSON_OF_RULE = { all: [{ geo: { not_in: ["US"] } }, { not: { signed_in: { verified: true } } }] };

test("a rule is set and read at the access server alone, with a write ticket", async () => {
  const words = "Nobody may hear it.";
  assert.deepEqual(await sp.tracks.getRule(8), { rule: null, words });
  assert.deepEqual(await sp.tracks.setRule(8, RULE), { rule: RULE, words });
  assert.deepEqual(world.rule, JSON_OF_RULE);
  assert.deepEqual(await sp.tracks.getRule(8), { rule: RULE, words });
  assert.deepEqual(await sp.tracks.setRule(8, null), { rule: null, words });
  assert.deepEqual(
    access.requests,
    ["GET", "PUT", "GET", "PUT"].map((method) => `${method} /tracks/8/rule`),
  );
  for (const { headers } of access.received) {
    assert.equal(headers.authorization, `Ticket ticket-1 for ${access.origin}`);
  }
  assert.deepEqual(service.requests, ["POST /v1/tickets"]);
  assert.equal(JSON.parse(String(service.received[0]?.body)).scope, "write");
  assert.deepEqual(node.received, []);
});

test("a rejected ticket is replaced once", async () => {
  await sp.tracks.getRule(8);
  world.tickets.push("another");
  assert.equal((await sp.tracks.setRule(8, { group: "friends" })).rule.group, "friends");
  assert.equal(access.requests.length, 3);
  access.instead = (_, response) => say(response, 401, { error: "No.", code: "invalid_ticket" });
  await assert.rejects(sp.tracks.getRule(8), { code: "access_refused", status: 401, description: "No." });
});

test("refusals of the access server have codes", async () => {
  for (const [status, code] of [
    [400, "input_invalid"],
    [403, "forbidden"],
    [404, "not_found"],
    [409, "conflict"],
    [503, "request_failed"],
  ] as const) {
    access.instead = (_, response) => say(response, status, { error: "Because.", code: "x" });
    await assert.rejects(sp.tracks.setRule(8, RULE), { code, status, description: "Because." });
    await assert.rejects(sp.tracks.getRule(8), { code, status, description: "Because." });
  }
});

test("no session, no access server or no rule sends nothing", async () => {
  for (const rule of [undefined, [], "geo", 7] as never[]) {
    await assert.rejects(sp.tracks.setRule(8, rule), { code: "option_invalid" });
  }
  await assert.rejects(sp.tracks.getRule("8" as never), { code: "option_invalid" });
  const { accessServer: _, ...rest } = config;
  await assert.rejects(stagepass(rest).tracks.setRule(8, RULE), { code: "config_invalid", message: /^accessServer/ });
  core.accessToken = () => Promise.reject({ code: 19 });
  await assert.rejects(sp.tracks.getRule(8), { code: "not_signed_in" });
  assert.deepEqual([access.received, service.received], [[], []]);
});

test("an answer without a rule is bad_response", async () => {
  for (const body of [null, {}, { words: "x" }, { rule: null }, { rule: [], words: "x" }, { rule: "x", words: "x" }]) {
    access.instead = (_, response) => say(response, 200, body);
    await assert.rejects(sp.tracks.getRule(8), { code: "bad_response" }, JSON.stringify(body));
  }
});

test("an unknown condition of a newer server is passed on", async () => {
  world.rule = { any: [{ moon: { not_in: ["full"], phase: null } }, { group: "signed_in" }] };
  const { rule } = await sp.tracks.getRule(8);
  assert.deepEqual(rule, { any: [{ moon: { notIn: ["full"], phase: null } }, { group: "signed_in" }] });
});

test("the fake keeps rules of one's own gated tracks", async () => {
  const user = fakeUser({ userId: 1 });
  const tracks = [
    fakeTrack({ id: 1, user }),
    fakeTrack({ id: 2, user, accessAuthorities: [SIGNER] }),
    fakeTrack({ id: 3, accessAuthorities: [SIGNER] }),
  ];
  const { client } = fakeStagepass({ user, tracks, rules: { 2: RULE } });
  assert.deepEqual(await client.tracks.getRule(2), { rule: RULE, words: JSON.stringify(RULE) });
  assert.deepEqual((await client.tracks.setRule(2, null)).rule, null);
  const made = await client.tracks.create({ title: "New", trackCid: "bafkreinew", rule: { group: "friends" } });
  assert.deepEqual((await client.tracks.getRule(made.id)).rule, { group: "friends" });
  await assert.rejects(client.tracks.getRule(1), { code: "not_found", status: 404 });
  await assert.rejects(client.tracks.setRule(3, null), { code: "forbidden", status: 403 });
  await assert.rejects(client.tracks.setRule(2, undefined), { code: "option_invalid" });
  const reader = fakeStagepass({ user, scope: "read", tracks }).client;
  await assert.rejects(reader.tracks.getRule(2), { code: "forbidden", status: 403 });
});
