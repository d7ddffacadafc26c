import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { core, freshFacade } from "./pretend.js";
import { OWNER, open, refuse, renewals, reset, SIGNER, say, service, track, world } from "./servers.js";

const config = await open();
const { stagepass, StagepassError } = await freshFacade();
const sp = stagepass(config);
beforeEach(reset);

const ADA = { userId: 1, handle: "ada", name: "Ada", verified: true };

test("a track is asked for without a token, and told in our own words", async () => {
  core.accessToken = () => Promise.reject([19, 0]);
  const seven = { id: 7, title: "Track 7", genre: "Jazz", user: ADA, duration: 183, trackCid: "bafkrei7" };
  assert.deepEqual(await sp.tracks.get(7), { ...seven, accessAuthorities: [] });
  assert.equal(service.received[0]?.headers.authorization, undefined);
  assert.deepEqual((await sp.tracks.get(8)).accessAuthorities, [SIGNER]);
});

test("a user's picture comes along", async () => {
  const profile_picture = { "150x150": "https://a/1", "480x480": 5, mirrors: ["https://b", 7], other: "x" };
  world.tracks.set(7, track(7, { user: { ...OWNER, profile_picture } }));
  const { profilePicture } = (await sp.tracks.get(7)).user;
  assert.deepEqual(profilePicture, { "150x150": "https://a/1", mirrors: ["https://b"] });
});

test("what there is not is not_found, with the service's words, of the entry point's own class", async () => {
  await assert.rejects(sp.tracks.get(99), (error) => {
    assert.ok(error instanceof StagepassError);
    assert.deepEqual(
      { ...error, message: error.message },
      {
        name: "StagepassError",
        code: "not_found",
        status: 404,
        description: "there is no such track",
        message: "This does not exist, or no longer.",
      },
    );
    return true;
  });
});

test("what is no track is bad_response", async () => {
  const broken = [
    null,
    1,
    { ...track(7), id: "7" },
    { ...track(7), user: null },
    { ...track(7), access_authorities: "0x" },
  ];
  for (const data of broken) {
    service.instead = (_, response) => say(response, 200, { data });
    await assert.rejects(sp.tracks.get(7), { code: "bad_response" }, JSON.stringify(data));
  }
  service.instead = (_, response) => void response.end("<!doctype html>");
  await assert.rejects(sp.tracks.get(7), { code: "bad_response" });
});

test("a number that is none is refused before it gets into an address", async () => {
  for (const id of ["7/../../me", "7", 0, -1, 1.5, Number.NaN, undefined, 2 ** 53] as number[]) {
    for (const call of [sp.tracks.get, sp.tracks.delete, sp.tracks.streamUrl, sp.library.save, sp.library.remove]) {
      await assert.rejects(call(id), { code: "option_invalid" });
    }
    await assert.rejects(sp.users.tracks(id), { code: "option_invalid" });
  }
  assert.deepEqual(service.received, []);
});

test("a track is created in the listener's name", async () => {
  const made = await sp.tracks.create({
    title: "New",
    trackCid: "bafkreinew",
    description: "Fresh",
    accessAuthorities: [SIGNER],
  });
  assert.deepEqual(made, {
    id: 9,
    title: "New",
    description: "Fresh",
    user: ADA,
    duration: 183,
    trackCid: "bafkreinew",
    accessAuthorities: [SIGNER],
  });
  const [{ headers, body } = {}] = service.received;
  assert.equal(headers?.authorization, "Bearer token-1");
  assert.deepEqual(JSON.parse(String(body)), {
    title: "New",
    description: "Fresh",
    track_cid: "bafkreinew",
    access_authorities: [SIGNER],
  });
});

test("the service's refusals have codes, and keep its words", async () => {
  await assert.rejects(sp.tracks.create({ title: "", trackCid: "x" }), {
    code: "request_failed",
    status: 400,
    description: "title has to be 1 to 200 characters",
  });
  service.instead = (_, response) => refuse(response, 403, "insufficient_scope", "the scope write is needed");
  await assert.rejects(sp.tracks.delete(7), {
    code: "forbidden",
    status: 403,
    description: "the scope write is needed",
  });
  service.instead = (_, response) => void response.writeHead(503).end("<h1>later</h1>");
  await assert.rejects(sp.tracks.get(7), { code: "request_failed", status: 503 });
});

test("after a 401 a call is made again with a new token; after another the session is over", async () => {
  world.token = "token-2";
  await sp.tracks.delete(7);
  assert.deepEqual(service.asked, ["DELETE /v1/tracks/7", "DELETE /v1/tracks/7"]);
  assert.equal(world.tracks.has(7), false);
  service.instead = (_, response) => refuse(response, 401, "invalid_token", "no");
  await assert.rejects(sp.tracks.delete(8), { code: "session_expired", status: 401 });
  assert.equal(service.received.length, 4);
});

test("the library is the listener's own, whose number is asked for once a token", async () => {
  await sp.library.save(7);
  await sp.library.save(8);
  assert.deepEqual(
    (await sp.library.list()).map(({ id }) => id),
    [8, 7],
  );
  await sp.library.remove(8);
  assert.deepEqual(world.saved, [7]);
  assert.equal(service.asked.filter((asked) => asked === "GET /v1/me").length, 1);
  core.accessToken = async () => "token-2";
  world.token = "token-2";
  await sp.library.list();
  assert.equal(service.asked.filter((asked) => asked === "GET /v1/me").length, 2);
});

test("somebody's tracks are for everybody", async () => {
  assert.deepEqual(
    (await sp.users.tracks(1)).map(({ id }) => id),
    [8, 7],
  );
  assert.deepEqual(service.asked, ["GET /v1/users/1/tracks"]);
  assert.deepEqual(renewals, []);
});

test("a call ends with its signal", async () => {
  const signal = AbortSignal.abort();
  for (const call of [
    sp.tracks.get(7, { signal }),
    sp.tracks.delete(7, { signal }),
    sp.tracks.create({ title: "T", trackCid: "x" }, { signal }),
    sp.tracks.streamUrl(7, { signal }),
    sp.users.tracks(1, { signal }),
  ]) {
    await assert.rejects(call, { code: "aborted" });
  }
  const abort = new AbortController();
  service.instead = () => abort.abort() as undefined;
  await assert.rejects(sp.library.list({ signal: abort.signal }), { code: "aborted" });
});
