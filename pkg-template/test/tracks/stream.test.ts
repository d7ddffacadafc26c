import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { NewTrack } from "../../src/types.js";
import { bearer, core, freshFacade } from "../support/pretend.js";
import {
  access,
  node,
  open,
  refuse,
  renewals,
  reset,
  SIGNER,
  say,
  service,
  stranger,
  world,
} from "../support/servers.js";

const config = await open();
const { stagepass, StagepassError } = await freshFacade();
let sp = stagepass(config);

beforeEach(() => {
  reset();
  sp = stagepass(config);
});

afterEach(() => {
  for (const { headers, body, path } of [...access.received, ...node.received, ...stranger.received]) {
    const sent = JSON.stringify(headers) + path + body;
    assert.ok(!/token-\d|Bearer/.test(sent), `an access token has left the service: ${sent}`);
  }
});

const shown = () => access.received.map(({ headers }) => headers.authorization);

test("the address of a public track is the service's word, and nobody is asked who listens", async () => {
  assert.equal(await sp.tracks.streamUrl(7), `${node.origin}/tracks/cidstream/bafkrei7`);
  assert.deepEqual(service.requests, ["GET /v1/tracks/7", "GET /v1/tracks/7/stream?no_redirect=true"]);
  assert.deepEqual([renewals, access.received], [[], []]);
});

test("that of a gated track is the access server's, for a ticket in its name", async () => {
  assert.equal(await sp.tracks.streamUrl(8), `${node.origin}/gated?signature=1`);
  assert.deepEqual(access.requests, ["GET /stream/8?no_redirect=true"]);
  assert.deepEqual(shown(), [`Ticket ticket-1 for ${access.origin}`]);
});

test("a ticket is used until 30 s before its end, and no longer than its session", async ({ mock }) => {
  mock.timers.enable({ apis: ["Date"] });
  await sp.tracks.streamUrl(8);
  mock.timers.tick(269_999);
  await sp.tracks.streamUrl(8);
  assert.equal(world.tickets.length, 1);
  mock.timers.tick(1);
  await sp.tracks.streamUrl(8);
  assert.equal(world.tickets.length, 2);
  world.token = "somebody-else";
  core.accessToken = async () => bearer("somebody-else");
  await sp.tracks.streamUrl(8);
  assert.equal(world.tickets.length, 3);
});

test("a ticket that is refused is replaced, once", async () => {
  await sp.tracks.streamUrl(8);
  world.tickets.push("a newer one, from somewhere else");
  assert.equal(await sp.tracks.streamUrl(8), `${node.origin}/gated?signature=2`);
  assert.equal(shown().length, 3);
  access.instead = (_, response) => say(response, 401, { error: "The ticket is not valid." });
  await assert.rejects(sp.tracks.streamUrl(8), {
    code: "access_refused",
    status: 401,
    description: "The ticket is not valid.",
  });
  assert.equal(shown().length, 5);
});

test("an app without tickets plays what needs no user, and gets the reason for a denial", async () => {
  const unregistered = { code: "forbidden", status: 403, description: "only registered apps can get tickets" };
  service.instead = ({ path }, response) =>
    path === "/v1/tickets" && refuse(response, 403, "access_denied", unregistered.description);
  assert.equal(await sp.tracks.streamUrl(8), `${node.origin}/gated?signature=1`);
  assert.deepEqual(await sp.tracks.access(8), { allowed: true });
  assert.deepEqual(shown(), [undefined, undefined]);
  const denied = { allowed: false, error: "Sign in.", code: "not_signed_in", refusals: [] };
  access.instead = ({ path }, response) =>
    path.endsWith("/access") ? say(response, 200, denied) : say(response, 403, denied);
  await assert.rejects(sp.tracks.streamUrl(8), unregistered);
  await assert.rejects(sp.tracks.access(8), unregistered);
  access.instead = (_, response) => say(response, 404, { error: "There is no track with this ID.", code: "no_track" });
  await assert.rejects(sp.tracks.streamUrl(8), { code: "not_found" });
});

test("where nobody is signed in, or no longer, the access server is asked all the same", async () => {
  for (const code of [19, 20]) {
    core.accessToken = () => Promise.reject({ code: code });
    await sp.tracks.streamUrl(8);
  }
  assert.deepEqual(shown(), [undefined, undefined]);
  core.accessToken = () => Promise.reject({ code: 9 });
  await assert.rejects(sp.tracks.streamUrl(8), { code: "network" });
});

test("a refusal carries the sentence for the listener, and what else was told", async () => {
  access.instead = (_, response) =>
    say(response, 403, {
      error: "This track can be heard in Germany alone.",
      rule: "geo",
      yourCountry: null,
      allowedCountries: ["DE", 7],
    });
  const title = "You cannot hear this track. Ask its owner for access.";
  await assert.rejects(sp.tracks.streamUrl(8), (error) => {
    assert.ok(error instanceof StagepassError);
    assert.deepEqual(
      { ...error },
      {
        code: "access_refused",
        title,
        status: 403,
        description: "This track can be heard in Germany alone.",
        rule: "geo",
        yourCountry: null,
        allowedCountries: ["DE"],
      },
    );
    return true;
  });
  access.instead = (_, response) =>
    say(response, 403, { error: { html: "<b>" }, yourCountry: 7, allowedCountries: "DE" });
  await assert.rejects(sp.tracks.streamUrl(8), (error) => {
    assert.deepEqual({ ...(error as Error) }, { code: "access_refused", title, status: 403 });
    return true;
  });
  access.instead = (_, response) => say(response, 404, { error: "No such track." });
  await assert.rejects(sp.tracks.streamUrl(8), { code: "not_found", description: "No such track." });
});

test("without an access server in the configuration a gated track cannot be played, and this says why", async () => {
  const { accessServer, ...rest } = config;
  for (const [written, message] of [
    [undefined, /^accessServer is missing/],
    ["", /^accessServer is missing/],
    ["gate.example", /^accessServer must be an https origin/],
    ["http://gate.example", /^accessServer must be an https origin/],
    ["ftp://localhost", /^accessServer must be an https origin/],
    [7 as unknown as string, /^accessServer must be an https origin/],
    [`${accessServer}/path`, /^accessServer must be an origin/],
    [`${accessServer}?a`, /^accessServer must be an origin/],
    [accessServer.replace("//", "//user@"), /^accessServer must be an origin/],
  ] as const) {
    const other = stagepass({ ...rest, accessServer: written });
    await assert.rejects(other.tracks.streamUrl(8), { code: "config_invalid", message }, written);
    assert.equal(await other.tracks.streamUrl(7), `${node.origin}/tracks/cidstream/bafkrei7`);
  }
  await stagepass({ ...rest, accessServer: `${accessServer}/` }).tracks.streamUrl(8);
  assert.deepEqual(shown(), [`Ticket ticket-1 for ${accessServer}`]);
});

test("an answer that is no web address does not get into an element", async () => {
  for (const address of ["javascript:alert(1)", "data:audio/mpeg,x", "//host/x", "", 7, null]) {
    access.instead = (_, response) => say(response, 200, { data: address });
    await assert.rejects(sp.tracks.streamUrl(8), { code: "bad_response" }, String(address));
  }
});

test("a redirect by the access server is not followed with the ticket", async () => {
  access.instead = (_, response) => say(response, 302, {}, { location: stranger.origin });
  await assert.rejects(sp.tracks.streamUrl(8), { code: "network" });
  assert.deepEqual(stranger.received, []);
});

test("a track with a rule is created by the access server, in the listener's name", async () => {
  const rule = { geo: { in: ["DE", "Sweden"] } };
  const made = await sp.tracks.create({ title: "Gated", trackCid: "bafkrei8", rule });
  assert.deepEqual([made.id, made.title, made.accessAuthorities], [8, "Gated", [SIGNER]]);
  const [{ headers, body } = {}] = access.received;
  assert.equal(headers?.authorization, `Ticket ticket-1 for ${access.origin}`);
  assert.deepEqual(JSON.parse(String(body)), {
    userId: 1,
    metadata: { title: "Gated", trackCid: "bafkrei8" },
    rule,
  });
});

test("a rule needs an access server and a listener, and leaves no room for authorities", async () => {
  const rule = { geo: { notIn: ["US"] } };
  const gated = { title: "Gated", trackCid: "bafkrei8", rule };
  const { accessServer: _, ...rest } = config;
  await assert.rejects(stagepass(rest).tracks.create(gated), { code: "config_invalid" });
  await assert.rejects(sp.tracks.create({ ...gated, accessAuthorities: [SIGNER] } as unknown as NewTrack), {
    code: "option_invalid",
  });
  assert.deepEqual(service.received, []);
  core.accessToken = () => Promise.reject({ code: 19 });
  await assert.rejects(sp.tracks.create(gated), { code: "not_signed_in" });
  assert.deepEqual(access.received, []);
});
