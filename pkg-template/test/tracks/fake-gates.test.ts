import assert from "node:assert/strict";
import { test } from "node:test";
import type { Refusal } from "../../src/entry/index.js";
import type { FakeCall } from "../../src/testing/options.js";
import { freshCopy } from "../support/pretend.js";

const { fakeStagepass, fakeTrack, fakeUser } = await import(`${freshCopy()}testing.js`);

const ADA = fakeUser();
const TRACKS = [fakeTrack({ id: 7 }), fakeTrack({ id: 8, accessAuthorities: ["0x1"] })];
const NOT_YET: Refusal = {
  rule: "schedule",
  code: "not_yet",
  message: "It opens later.",
  opensAt: "2026-12-01T00:00:00Z",
};
const NOT_HERE: Refusal = { rule: "geo", code: "country_not_allowed", message: "Not in Japan.", yourCountry: "JP" };

test("a track that is refused says what stands in the way, until it is let in", async () => {
  const { client, refuse } = fakeStagepass({ tracks: TRACKS, refusals: { 8: [NOT_YET] } });
  const { tracks } = client;
  const refusal = { message: "It opens later.", code: "not_yet", refusals: [NOT_YET] };
  assert.deepEqual(await tracks.access(8), { allowed: false, ...refusal });
  const audio = { src: "" } as HTMLAudioElement;
  for (const call of [() => tracks.streamUrl(8), () => tracks.play(audio, 8)]) {
    await assert.rejects(call, {
      name: "StagepassError",
      code: "access_refused",
      status: 403,
      description: "It opens later.",
      rule: "schedule",
      refusals: [NOT_YET],
    });
  }
  assert.equal(audio.src, "");
  refuse(8, NOT_HERE, NOT_YET);
  await assert.rejects(tracks.streamUrl(8), {
    rule: "geo",
    yourCountry: "JP",
    description: "Not in Japan. It opens later.",
  });
  refuse(8);
  assert.deepEqual(await tracks.access(8), { allowed: true });
  assert.match(await tracks.streamUrl(8), /^https:/);
  assert.deepEqual(await tracks.access(7), { allowed: true });
  await assert.rejects(tracks.access(9), { code: "not_found" });
});

test("an invitation is for one person, who may use it again", async () => {
  const joined = { group: "friends", name: "Friends" };
  const fake = fakeStagepass({ invitations: { "for-one": joined } });
  const { tracks } = fake.client;
  await assert.rejects(tracks.join("for-one"), { code: "not_signed_in" });
  fake.signInElsewhere(ADA);
  assert.deepEqual(await tracks.join("for-one"), joined);
  assert.deepEqual(await tracks.join("for-one"), joined);
  await assert.rejects(tracks.join("toString"), { code: "not_found", status: 404 });
  await assert.rejects(tracks.join(""), { code: "option_invalid" });
  fake.signInElsewhere(fakeUser({ userId: 8 }));
  await assert.rejects(tracks.join("for-one"), { code: "not_found", status: 410 });
  fake.failNext("tracks.join", "timeout");
  await assert.rejects(tracks.join("for-one"), { code: "timeout" });
});

test("what gets a site's token is asked for each address of a gated track", async () => {
  const { client } = fakeStagepass({ tracks: TRACKS });
  const trackIds: number[] = [];
  const siteToken = async (trackId: number) => `token-${trackIds.push(trackId)}`;
  await client.tracks.access(8, { siteToken });
  await client.tracks.streamUrl(8, { siteToken });
  await client.tracks.play({ src: "" } as HTMLAudioElement, 8, { siteToken });
  await client.tracks.streamUrl(7, { siteToken });
  assert.deepEqual(trackIds, [8, 8, 8]);
});

test("cleared calls are gone, and later ones are recorded in the same list", async () => {
  const fake = fakeStagepass({ user: ADA, routes: { "GET me/playlists": () => Response.json([]) } });
  const { calls, requests } = fake;
  fake.failNext("users.tracks", "timeout");
  await fake.client.fetch("me/playlists");
  fake.clearCalls();
  assert.deepEqual([calls, requests], [[], []]);
  await assert.rejects(fake.client.users.tracks(1), { code: "timeout" }, "nothing else is reset");
  assert.deepEqual(
    calls.map(({ method }: FakeCall) => method),
    ["users.tracks"],
  );
});
