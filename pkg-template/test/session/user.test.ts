import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { CONFIG, core, deferred, freshFacade, page, pretendBrowser, seen, USER } from "../support/pretend.js";

pretendBrowser();
const usualPage = { ...page };
const { stagepass } = await freshFacade();
const { oauth } = stagepass(CONFIG);
afterEach(() => Object.assign(page, usualPage));

/** Returns the user of this response. */
const userOf = (answer: unknown) => {
  page.service = async () => new Response(typeof answer === "string" ? answer : JSON.stringify(answer));
  return oauth.getUser();
};

const PICTURE = { "150x150": "https://p/150", "480x480": "https://p/480", mirrors: ["https://m"] };

test("the flat and the live shape are the same person", async () => {
  const flat = await userOf({ ...USER, profilePicture: PICTURE, more: 1 });
  const data = { id: "x7", user_id: 7, name: "Ada", handle: "ada", is_verified: true, profile_picture: PICTURE };
  assert.deepEqual(flat, { ...USER, profilePicture: PICTURE });
  assert.deepEqual(await userOf({ data }), flat);
});

test("what is not said is left out, and nobody is verified by anything but true", async () => {
  const { verified, ...bare } = USER;
  for (const more of [{}, { verified: "yes" }, { verified: 1 }, { verified: null }, { profilePicture: null }]) {
    assert.deepEqual(await userOf({ ...bare, ...more }), { ...bare, verified: false });
  }
});

test("a picture has a size at least, and of its mirrors those that are text, 100 at most", async () => {
  const picture = async (profilePicture: unknown) => (await userOf({ ...USER, profilePicture })).profilePicture;
  assert.equal(await picture({ mirrors: ["https://m"] }), undefined);
  assert.equal(await picture({ "150x150": 150 }), undefined);
  assert.equal(await picture("https://p/150"), undefined);
  assert.deepEqual(await picture({ "1000x1000": "x", "480x480": null, mirrors: "x" }), {
    "1000x1000": "x",
    mirrors: [],
  });
  const mirrors = [1, ...Array.from({ length: 200 }, (_, index) => `https://m${index}`), null];
  assert.deepEqual((await picture({ "150x150": "x", mirrors }))?.mirrors, mirrors.slice(1, 101));
});

test("what is nobody is bad_response", async () => {
  for (const answer of [
    "",
    "<h1>Ada</h1>",
    "null",
    "7",
    "[]",
    {},
    { data: null },
    { ...USER, userId: "7" },
    { ...USER, name: 1 },
    { userId: 7, name: "Ada" },
    { data: USER.handle },
  ]) {
    await assert.rejects(userOf(answer), { code: "bad_response", status: 200 }, JSON.stringify(answer));
  }
});

test("a refusal is request_failed, with its status and the service's own words, where they are words", async () => {
  const refused = (status: number, body: string) => {
    page.service = async () => new Response(body, { status });
    return oauth.getUser().catch(({ code, status, description }) => ({ code, status, description }));
  };
  const failure = (status: number, description?: string) => ({ code: "request_failed", status, description });
  assert.deepEqual(await refused(403, '{"error":"a","error_description":"b"}'), failure(403, "b"));
  assert.deepEqual(await refused(500, '{"error":"a","error_description":7}'), failure(500, "a"));
  assert.deepEqual(await refused(404, "<h1>gone</h1>"), failure(404));
});

test("it is asked afresh, in the listener's name, and the call can be aborted", async () => {
  seen.requests.length = 0;
  await oauth.getUser();
  const [request] = seen.requests;
  assert.equal(request?.url, `${CONFIG.baseUrl}/me`);
  assert.deepEqual(
    [request?.cache, request?.redirect, request?.credentials, request?.referrerPolicy],
    ["no-store", "error", "omit", "no-referrer"],
  );
  assert.equal(request?.headers.get("authorization"), "Bearer token");
  const abort = new AbortController();
  const late = deferred<Response>();
  page.service = () => {
    abort.abort("enough");
    return late.promise;
  };
  await assert.rejects(oauth.getUser({ signal: abort.signal }), { code: "aborted", cause: "enough" });
  // The request continues, for others who wait for it. It would keep this process alive until its timeout.
  late.resolve(Response.json(USER));
});

test("nobody is signed in: nothing is asked", async () => {
  seen.requests.length = 0;
  core.accessToken = () => Promise.reject({ code: 19 });
  await assert.rejects(oauth.getUser(), { code: "not_signed_in" });
  assert.deepEqual(seen.requests, []);
});
