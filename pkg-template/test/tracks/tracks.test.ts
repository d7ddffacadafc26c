import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { bearer, core, freshFacade } from "../support/pretend.js";
import { OWNER, open, refuse, reset, SIGNER, say, service, track, world } from "../support/servers.js";

const config = await open();
const { stagepass, StagepassError } = await freshFacade();
const sp = stagepass(config);
beforeEach(reset);

const ADA = { userId: 1, handle: "ada", name: "Ada", verified: true };

test("a track is asked for without a token, and told in our own words", async () => {
  core.accessToken = () => Promise.reject({ code: 19 });
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
      { ...error },
      {
        code: "not_found",
        status: 404,
        description: "there is no such track",
        title: "This was not found. Check the link or reload the page.",
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
    code: "input_invalid",
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
  await assert.rejects(sp.tracks.delete(7), { code: "request_failed", status: 503 });
});

test("after a 401 a call is made again with a new token; after more the session is over", async () => {
  world.token = "token-2";
  assert.equal(await sp.tracks.delete(7), "deleted");
  assert.deepEqual(service.requests, ["DELETE /v1/tracks/7", "DELETE /v1/tracks/7"]);
  assert.equal(world.tracks.has(7), false);
  service.instead = (_, response) => say(response, 200, { data: { id: 8, delisted: true } });
  assert.equal(await sp.tracks.delete(8), "delisted");
  service.instead = (_, response) => refuse(response, 401, "invalid_token", "no");
  await assert.rejects(sp.tracks.delete(8), { code: "session_expired", status: 401 });
  assert.deepEqual(service.requests.slice(3), [
    ...Array(2).fill("DELETE /v1/tracks/8"),
    ...Array(2).fill("GET /v1/me"),
  ]);
});

test("the library is the listener's own, whose number is asked for once a token", async () => {
  await sp.library.save(7);
  await sp.library.save(8);
  assert.deepEqual(
    (await sp.library.list()).items.map(({ id }) => id),
    [8, 7],
  );
  await sp.library.remove(8);
  assert.deepEqual(world.saved, [7]);
  assert.equal(service.requests.filter((request) => request === "GET /v1/me").length, 1);
  core.accessToken = async () => bearer("token-2");
  world.token = "token-2";
  await sp.library.list();
  assert.equal(service.requests.filter((request) => request === "GET /v1/me").length, 2);
});

test("somebody's tracks are for everybody", async () => {
  core.accessToken = () => Promise.reject({ code: 19 });
  assert.deepEqual(
    (await sp.users.tracks(1)).items.map(({ id }) => id),
    [8, 7],
  );
  assert.deepEqual(service.requests, ["GET /v1/users/1/tracks"]);
  assert.equal(service.received[0]?.headers.authorization, undefined);
});

test("one's own tracks are asked for in one's own name, other people's are not", async () => {
  await sp.users.tracks(1);
  await sp.users.tracks(2);
  const bearers = service.received.map(({ path, headers }) => [path, headers.authorization]);
  assert.deepEqual(bearers.slice(-2), [
    ["/v1/users/1/tracks", "Bearer token-1"],
    ["/v1/users/2/tracks", undefined],
  ]);
});

test("lists come in parts", async () => {
  const first = await sp.users.tracks(2, { limit: 1 });
  assert.deepEqual(
    first.items.map(({ id }) => id),
    [8],
  );
  const second = await sp.users.tracks(2, { limit: 1, cursor: first.next });
  assert.deepEqual([second.items[0]?.id, second.next], [7, undefined]);
  await sp.library.save(7);
  await sp.library.save(8);
  const saved = await sp.library.list({ limit: 1 });
  assert.deepEqual([saved.items[0]?.id, saved.next], [8, "1"]);
  const rest = await sp.library.list({ limit: 100, cursor: "1" });
  assert.equal(rest.items[0]?.id, 7);
  assert.equal(service.requests.at(-1), "GET /v1/users/1/library/tracks?limit=100&cursor=1");
});

test("a part that cannot be asked for is refused before anything is sent", async () => {
  for (const part of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { limit: "7" }, { cursor: "" }, { cursor: 7 }]) {
    for (const list of [sp.library.list, sp.tracks.uploads, (options: never) => sp.users.tracks(1, options)]) {
      await assert.rejects(list(part as never), { code: "option_invalid", message: /^(limit|cursor) / });
    }
  }
  assert.deepEqual(service.received, []);
  for (const answer of [{ data: {} }, { data: [], next_cursor: 7 }, { data: [null] }]) {
    service.instead = (_, response) => say(response, 200, answer);
    await assert.rejects(sp.users.tracks(2), { code: "bad_response" });
  }
});

test("a user whose session is over still finds their public tracks", async () => {
  await sp.users.tracks(1);
  service.received.length = 0;
  world.token = "token-of-another-session";
  core.accessToken = async (_, { refused }) => {
    if (refused) throw { code: 20 };
    return bearer("token-1");
  };
  service.instead = ({ headers }, response) =>
    headers.authorization === "Bearer token-1" && refuse(response, 401, "invalid_token", "it has expired");
  assert.equal((await sp.users.tracks(1)).items.length, 2);
  const tokens = service.received.map(({ headers }) => headers.authorization);
  assert.deepEqual(tokens, ["Bearer token-1", undefined]);
});

test("who has delisted a track still finds it, and nobody else", async () => {
  world.tracks.set(7, { ...track(7), delisted: true });
  assert.equal((await sp.tracks.get(7)).delisted, true);
  assert.deepEqual(
    service.received.map(({ headers }) => headers.authorization),
    [undefined, "Bearer token-1"],
  );
  core.accessToken = () => Promise.reject({ code: 19 });
  await assert.rejects(sp.tracks.get(7), { code: "not_found", status: 404 });
  assert.equal((await sp.tracks.get(8)).delisted, undefined);
});

test("a track is changed, and what is not named stays", async () => {
  const changed = await sp.tracks.update(7, {
    title: "New",
    genre: null,
    accessAuthorities: [SIGNER],
    delisted: false,
  });
  assert.deepEqual([changed.title, changed.genre, changed.accessAuthorities], ["New", undefined, [SIGNER]]);
  const [{ method, headers, body } = {}] = service.received;
  assert.deepEqual([method, headers?.authorization], ["PATCH", "Bearer token-1"]);
  assert.deepEqual(JSON.parse(String(body)), {
    title: "New",
    genre: null,
    access_authorities: [SIGNER],
    delisted: false,
  });
  for (const nothing of [{}, { title: undefined }, undefined] as never[]) {
    await assert.rejects(sp.tracks.update(7, nothing), { code: "option_invalid" });
  }
  service.instead = (_, response) =>
    refuse(response, 409, "already_public", "somebody else's track has made this audio public");
  await assert.rejects(sp.tracks.update(7, { accessAuthorities: [SIGNER] }), {
    code: "conflict",
    status: 409,
    description: "somebody else's track has made this audio public",
  });
});

test("a track gets a picture, and loses it", async () => {
  const picture = new Blob([new Uint8Array([137, 80, 78, 71])], { type: "image/png" });
  const { artwork } = await sp.tracks.setArtwork(7, picture);
  assert.deepEqual(artwork, { "150x150": "https://a/1", mirrors: [] });
  const [{ headers, body } = {}] = service.received;
  assert.deepEqual([headers?.["content-type"], body?.length], ["image/png", 4]);
  await assert.rejects(sp.tracks.setArtwork(7, new Blob(["x"], { type: "text/plain" })), {
    code: "upload_refused",
    status: 415,
  });
  await assert.rejects(sp.tracks.setArtwork(7, "x" as never), { code: "option_invalid" });
  await sp.tracks.removeArtwork(7);
  assert.equal(service.requests.at(-1), "DELETE /v1/tracks/7/artwork");
});

test("how often a track was listened to is told in our own words", async () => {
  assert.deepEqual(await sp.tracks.listens(7), { total: 4, days: [{ date: "2026-11-22", listens: 3 }] });
  for (const broken of [null, {}, { total: "4", days: [] }, { total: 4, days: [{ date: 7, listens: 3 }] }]) {
    service.instead = (_, response) => say(response, 200, { data: broken });
    await assert.rejects(sp.tracks.listens(7), { code: "bad_response" }, JSON.stringify(broken));
  }
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
