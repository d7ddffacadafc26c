import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { bearer, core, freshFacade } from "../support/pretend.js";
import { open, refuse, reset, say, service, world } from "../support/servers.js";

const config = await open();
const { stagepass } = await freshFacade();
const API = "https://api.radio.example";
let { oauth } = stagepass(config);

beforeEach(() => {
  reset();
  ({ oauth } = stagepass(config));
});

test("one ticket per audience is requested with the user's token, and reused", async () => {
  assert.equal(await oauth.getTicket({ audience: API }), `ticket-1 for ${API}`);
  assert.equal(await oauth.getTicket({ audience: `${API}:443/` }), `ticket-1 for ${API}`);
  assert.equal(await oauth.getTicket({ audience: "http://localhost:3000" }), "ticket-2 for http://localhost:3000");
  assert.equal(await oauth.getTicket({ audience: API }), `ticket-1 for ${API}`);
  assert.deepEqual(service.requests, ["POST /v1/tickets", "POST /v1/tickets"]);
  assert.deepEqual(
    service.received.map(({ headers }) => headers.authorization),
    Array(2).fill("Bearer token-1"),
  );
});

test("a ticket is read unless write is asked for", async () => {
  await oauth.getTicket({ audience: API });
  const write = await oauth.getTicket({ audience: API, scope: "write" });
  assert.equal(await oauth.getTicket({ audience: API, scope: "read" }), `ticket-1 for ${API}`);
  assert.equal(await oauth.getTicket({ audience: API, scope: "write" }), write);
  const scopes = service.received.map(({ body }) => JSON.parse(String(body)).scope);
  assert.deepEqual(scopes, ["read", "write"]);
  const scope = "admin" as "write";
  await assert.rejects(oauth.getTicket({ audience: API, scope }), { code: "option_invalid", message: /^scope/ });
});

test("an expiring ticket, and one of another session, is replaced", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date"] });
  await oauth.getTicket({ audience: API });
  mock.timers.tick(270_000);
  await oauth.getTicket({ audience: API });
  assert.equal(world.tickets.length, 2);
  world.token = "somebody-else";
  core.accessToken = async () => bearer("somebody-else");
  await oauth.getTicket({ audience: API });
  assert.equal(world.tickets.length, 3);
});

test("an audience that is not an origin is option_invalid before anything is sent", async () => {
  for (const audience of ["api.example", "http://api.example", `${API}/v1`, `${API}?x`, "", 7, undefined]) {
    const message = /^audience must be an /;
    await assert.rejects(oauth.getTicket({ audience: audience as string }), { code: "option_invalid", message });
  }
  assert.deepEqual(service.received, []);
});

test("a refusal and a malformed answer are typed errors", async () => {
  service.instead = (_, response) => refuse(response, 403, "access_denied", "the app is not registered");
  await assert.rejects(oauth.getTicket({ audience: API }), { code: "forbidden", status: 403 });
  service.instead = (_, response) => say(response, 200, { ticket: 7 });
  await assert.rejects(oauth.getTicket({ audience: API }), { code: "bad_response" });
  await assert.rejects(oauth.getTicket({ audience: API, signal: AbortSignal.abort() }), { code: "aborted" });
});
