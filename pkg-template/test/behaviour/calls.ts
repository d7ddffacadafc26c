import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA, type Open, recordEvents, type Stage } from "./stage.js";

const json = (status: number, body: unknown = {}) => Response.json(body, { status });

const tokens = (stage: Stage) => stage.sent.map(({ token }) => token);

/** The behaviour of calls with a user's token. */
export const callsBehave = (name: string, open: Open): void => {
  const behaves = (what: string, run: () => Promise<void>) => test(`${name}: ${what}`, run);

  behaves("a request goes out with the token, and its answer comes as it is", async () => {
    const stage = await open({ user: ADA });
    stage.answer({
      "GET playlists": () => json(200, ["one"]),
      "POST playlists": () => json(409, { error: "conflict" }),
    });
    const { client, baseUrl } = stage;
    const answer = await client.fetch("playlists?page=2");
    assert.deepEqual(await answer.json(), ["one"]);
    assert.equal((await client.fetch(`${baseUrl}/playlists`, { method: "POST", body: "{}" })).status, 409);
    assert.equal((await client.fetch(new Request(new URL(`${baseUrl}/playlists`)))).status, 200);
    assert.equal((await client.fetch("/nothing/there")).status, 404);
    const token = await client.oauth.getAccessToken();
    assert.deepEqual(stage.sent, [
      { method: "GET", url: `${baseUrl}/playlists?page=2`, token: `Bearer ${token}` },
      { method: "POST", url: `${baseUrl}/playlists`, token: `Bearer ${token}` },
      { method: "GET", url: `${baseUrl}/playlists`, token: `Bearer ${token}` },
      { method: "GET", url: `${baseUrl}/nothing/there`, token: `Bearer ${token}` },
    ]);
  });

  behaves("an address of anybody else is refused before anything is sent", async () => {
    const stage = await open({ user: ADA });
    const words = recordEvents(stage);
    await stage.client.ready();
    words.length = 0;
    const { origin } = new URL(stage.baseUrl);
    for (const address of [
      "https://evil.example/v1/me",
      `${origin}/`,
      `${origin}/v2/me`,
      "../v2/me",
      "/../v2/me",
      "//evil.example/v1/me",
      "x%2f..%2f..%2fme",
      "http://",
      "data:,x",
      `${origin.replace("//", "//token@")}.evil.example/v1/me`,
    ]) {
      await assert.rejects(stage.client.fetch(address), { code: "option_invalid" }, address);
    }
    await assert.rejects(stage.client.fetch("me", { method: "TRACE" }), { code: "option_invalid" });
    assert.deepEqual(stage.sent, []);
    assert.deepEqual(words, Array(11).fill("error option_invalid"));
  });

  behaves("who is not signed in calls nobody", async () => {
    const stage = await open();
    for (const call of [
      () => stage.client.fetch("playlists"),
      () => stage.client.oauth.getAccessToken(),
      () => stage.client.oauth.getUser(),
      () => stage.client.oauth.getTicket({ audience: "https://api.radio.example" }),
      () => stage.client.library.list(),
    ]) {
      await assert.rejects(call(), { code: "not_signed_in" });
    }
    assert.deepEqual(stage.sent, []);
  });

  behaves("a ticket needs a session and an origin, and is the same until it expires", async () => {
    const audience = "https://api.radio.example";
    const stage = await open({ user: ADA });
    stage.answer({ "POST tickets": () => json(200, { ticket: "t", expires_in: 300 }) });
    const { oauth } = stage.client;
    const ticket = await oauth.getTicket({ audience });
    assert.ok(ticket);
    assert.equal(await oauth.getTicket({ audience: `${audience}/` }), ticket);
    for (const other of ["http://api.radio.example", `${audience}/v1`, ""]) {
      await assert.rejects(oauth.getTicket({ audience: other }), { code: "option_invalid" });
    }
    await oauth.logout();
    await assert.rejects(oauth.getTicket({ audience }), { code: "not_signed_in" });
  });

  behaves("a 401 is one renewal and one more try", async () => {
    const stage = await open({ user: ADA });
    stage.answer({ "POST playlists": () => json(201) });
    await stage.client.ready();
    const words = recordEvents(stage);
    stage.refuseToken();
    const answer = await stage.client.fetch("playlists", { method: "POST", body: "x" });
    assert.equal(answer.status, 201);
    assert.deepEqual(words, ["refreshed"]);
    const [first, second, ...more] = tokens(stage);
    assert.notEqual(first, second);
    assert.deepEqual(more, []);
    assert.equal(`Bearer ${await stage.client.oauth.getAccessToken()}`, second);
  });

  behaves("many calls at once are one renewal", async () => {
    const stage = await open({ user: ADA });
    stage.answer({ "GET playlists": () => json(200) });
    await stage.client.ready();
    const words = recordEvents(stage);
    stage.refuseToken();
    const answers = await Promise.all([1, 2, 3, 4].map(() => stage.client.fetch("playlists")));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.deepEqual(words, ["refreshed"]);
    assert.equal(new Set(tokens(stage)).size, 2);
  });

  behaves("a second 401 of one endpoint is its answer", async () => {
    const stage = await open({ user: ADA });
    stage.answer({ "GET playlists": () => json(401) });
    await stage.client.ready();
    const words = recordEvents(stage);
    assert.equal((await stage.client.fetch("playlists")).status, 401);
    assert.deepEqual(words, ["refreshed"]);
    assert.equal(stage.sent.length, 2);
    assert.equal(await stage.client.oauth.isAuthenticated(), true);
  });

  behaves("a rejected token of another tab is refreshed by the call", async () => {
    for (const path of ["playlists", "me"]) {
      const stage = await open({ user: ADA });
      const sent: string[] = [];
      const answer = async () => {
        sent.push(await stage.client.oauth.getAccessToken());
        if (sent.length > 1) return json(200);
        await stage.refreshElsewhere();
        stage.refuseToken();
        return json(401);
      };
      stage.answer({ [`GET ${path}`]: answer });
      assert.equal((await stage.client.fetch(path)).status, 200, path);
      assert.equal(new Set(sent).size, 2, path);
      assert.equal(await stage.client.oauth.isAuthenticated(), true, path);
    }
  });

  behaves("rejected tokens of other tabs end no session after three sends", async () => {
    const stage = await open({ user: ADA });
    let sends = 0;
    const answer = async () => {
      sends++;
      await stage.refreshElsewhere();
      return json(401);
    };
    stage.answer({ "GET me": answer });
    assert.equal((await stage.client.fetch("me")).status, 401);
    assert.equal(sends, 3);
    assert.equal(await stage.client.oauth.isAuthenticated(), true);
  });

  behaves("a second 401 of another origin is its answer", async () => {
    const stage = await open({ user: ADA });
    stage.answer({ [`GET ${stage.other}/files/1`]: () => json(401, { error: "no" }) });
    const answer = await stage.client.fetch(`${stage.other}/files/1`);
    assert.equal(answer.status, 401);
    assert.equal(new Set(tokens(stage)).size, 2);
    assert.equal(await stage.client.oauth.isAuthenticated(), true);
  });

  behaves("a body that is a stream is not sent twice", async () => {
    const stage = await open({ user: ADA });
    stage.refuseToken();
    const body = new Blob(["x"]).stream();
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    await assert.rejects(stage.client.fetch("playlists", init), { code: "body_used" });
    assert.deepEqual(
      stage.sent.map(({ method }) => method),
      ["POST"],
    );
  });

  behaves("what only reads is sent again where the service is busy, what writes never", async () => {
    const stage = await open({ user: ADA });
    const busy = () => json(503);
    stage.answer({ "GET busy": busy, "POST busy": busy });
    assert.equal((await stage.client.fetch("busy", { method: "POST" })).status, 503);
    assert.equal(stage.sent.length, 1);
    assert.equal((await stage.client.fetch("busy")).status, 503);
    assert.equal(stage.sent.length, 4);
  });

  behaves("what only reads is sent again where the network fails, and the session is kept", async () => {
    const stage = await open({ user: ADA });
    await stage.client.ready();
    const words = recordEvents(stage);
    stage.isOffline = true;
    await assert.rejects(stage.client.fetch("playlists", { method: "PUT" }), { code: "network" });
    assert.equal(stage.sent.length, 1);
    await assert.rejects(stage.client.fetch("playlists"), { code: "network" });
    assert.equal(stage.sent.length, 4);
    await assert.rejects(stage.client.oauth.getAccessToken({ forceRefresh: true }), { code: "network" });
    assert.deepEqual(words, Array(3).fill("error network"));
    stage.isOffline = false;
    assert.deepEqual(await stage.client.oauth.getUser(), ADA);
  });

  behaves("a redirect is not followed", async () => {
    const stage = await open({ user: ADA });
    stage.answer({ "POST moved": () => new Response(null, { status: 302, headers: { Location: stage.other } }) });
    await assert.rejects(stage.client.fetch("moved", { method: "POST" }), { code: "network" });
    assert.equal(stage.sent.length, 1);
  });

  behaves("a token is the same until it is renewed", async () => {
    const stage = await open({ user: ADA });
    const { oauth } = stage.client;
    await stage.client.ready();
    const words = recordEvents(stage);
    const first = await oauth.getAccessToken();
    assert.equal(await oauth.getAccessToken({ minValidityMs: 60_000 }), first);
    const forced = () => oauth.getAccessToken({ forceRefresh: true });
    const [second, third] = await Promise.all([forced(), forced()]);
    assert.notEqual(second, first);
    assert.equal(second, third);
    assert.deepEqual(words, ["refreshed"]);
  });

  behaves("an abort ends a call, is no error that is told, and changes nothing", async () => {
    const stage = await open({ user: ADA });
    const { client } = stage;
    await client.ready();
    const words = recordEvents(stage);
    const signal = AbortSignal.abort("changed my mind");
    for (const call of [
      () => client.fetch("playlists", { signal }),
      () => client.oauth.getUser({ signal }),
      () => client.oauth.getAccessToken({ signal }),
      () => client.oauth.login({ scope: "read", signal }),
      () => client.oauth.handleRedirect(undefined, { signal }),
      () => client.tracks.get(7, { signal }),
      () => client.library.save(7, { signal }),
    ]) {
      await assert.rejects(call(), { code: "aborted", cause: "changed my mind" });
    }
    const end = new AbortController();
    const request = client.fetch("playlists", { signal: end.signal });
    end.abort("too late");
    await assert.rejects(request, { code: "aborted", cause: "too late" });
    assert.deepEqual(words, []);
    assert.equal(await client.oauth.isAuthenticated(), true);
  });
};
