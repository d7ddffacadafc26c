// <stagepass-player>, with clients of stagepass/testing. A real browser plays in
// tests/consumers/packaging/elements.test.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Playback, Refusal } from "../../src/types.js";
import { deferred, settled } from "../support/pretend.js";
import { fakeStagepass, fakeTrack, fakeUser, show } from "./page.js";

const TRACK = fakeTrack({ id: 7, title: "First light", duration: 187, user: fakeUser({ name: "Night Trains" }) });

const opened = (refusal?: Partial<Refusal>) => {
  const refused: Refusal = { rule: "paid", code: "not_paid", message: "Buyers only.", ...refusal };
  return fakeStagepass({ tracks: [TRACK], ...(refusal && { refusals: { 7: [refused] } }) });
};

const showPlayer = (fake: ReturnType<typeof opened>, attributes = {}) =>
  show("player", fake.client, { track: "7", ...attributes });

test("track is described before it plays", async () => {
  const fake = opened();
  const { element, text, part } = await showPlayer(fake);
  assert.deepEqual([text("title"), text("artist"), text("message")], ["First light", "Night Trains", ""]);
  assert.equal(part("transport")?.textContent, "0:003:07");
  assert.equal(element.dataset.status, "ready");
  assert.ok(!fake.calls.some(({ method }) => method === "tracks.play"));
});

test("another track replaces the first", async () => {
  const fake = opened();
  const shown = await showPlayer(fake, { track: "8" });
  assert.equal(shown.element.dataset.status, "error");
  shown.element.setAttribute("track", "7");
  await settled();
  assert.deepEqual([shown.text("title"), shown.text("message")], ["First light", ""]);
});

test("track that failed to load loads again", async () => {
  const fake = opened();
  fake.failNext("tracks.get", "network");
  const shown = await showPlayer(fake);
  assert.match(shown.text("error"), /could not be reached/);
  await shown.click("retry");
  assert.deepEqual([shown.text("title"), shown.text("message")], ["First light", ""]);
  // Only what the user caused is announced.
  assert.equal(shown.part("message")?.getAttribute("aria-live"), "off");
});

test("closed track shows what would help", async () => {
  const buyUrl = "https://shop.example/album";
  const joinUrl = "https://band.example/join";
  const shown = await showPlayer(opened({ opensAt: "2040-12-04T00:00:00Z", buyUrl, joinUrl, signIn: true }));
  assert.match(shown.text("message"), /^Buyers only\.Opens .*2040.*, your time\./);
  assert.equal(shown.text("buy"), "Buy it at shop.example");
  assert.equal(shown.part("buy")?.getAttribute("href"), buyUrl);
  assert.equal(shown.text("join"), "Ask to join at band.example");
  assert.equal(shown.text("sign-in"), "Sign in");
  assert.equal(shown.element.dataset.status, "closed");
});

test("user who returns from a shop may listen", async () => {
  const fake = opened({ buyUrl: "https://shop.example/album" });
  const shown = await showPlayer(fake);
  const link = shown.part("buy");
  const goBack = async () => {
    document.dispatchEvent(new Event("visibilitychange"));
    await settled();
  };
  await goBack();
  assert.equal(shown.part("buy"), link);
  fake.refuse(7);
  await goBack();
  assert.equal(shown.text("message"), "");
});

test("sign-out closes a track of members", async () => {
  const fake = fakeStagepass({ tracks: [TRACK], user: fakeUser() });
  const shown = await showPlayer(fake);
  assert.equal(shown.element.dataset.status, "ready");
  fake.refuse(7, { rule: "signedIn", code: "not_signed_in", message: "Members only.", signIn: true });
  fake.signOutElsewhere();
  await settled();
  assert.equal(shown.element.dataset.status, "closed");
});

test("refused playback shows the same", async () => {
  const fake = opened();
  const shown = await showPlayer(fake);
  fake.refuse(7, { rule: "paid", code: "not_paid", message: "Buyers only.", buyUrl: "https://shop.example/" });
  await shown.click("play");
  assert.equal(shown.text("message"), "Buyers only.Buy it at shop.example");
  assert.equal(shown.part("message")?.getAttribute("aria-live"), "polite");
  assert.deepEqual(shown.errors, []);
});

test("sign-in asks for access again", async () => {
  const fake = opened({ signIn: true });
  const shown = await showPlayer(fake);
  fake.loginComesTo("network");
  await shown.click("sign-in");
  assert.match(shown.text("error"), /could not be reached/);
  assert.deepEqual(shown.errors, ["network"]);
  fake.loginComesTo(fakeUser());
  fake.refuse(7);
  await shown.click("sign-in");
  await settled();
  assert.equal(shown.text("message"), "");
});

test("playback passes the site token and stops", async () => {
  const fake = opened();
  const siteToken = async () => "st1.1.signature";
  let options: { siteToken?: unknown; signal?: AbortSignal } | undefined;
  const playback = deferred<Playback>();
  fake.client.tracks.play = (_audio, _id, given) => {
    options = given as typeof options;
    return playback.promise;
  };
  const shown = await showPlayer(fake);
  shown.element.siteToken = siteToken;
  await shown.click("play");
  assert.equal(shown.element.dataset.status, "loading");
  playback.resolve({ stop() {}, finished: new Promise(() => {}) });
  await settled();
  assert.equal(shown.element.dataset.status, "ready");
  assert.equal(options?.siteToken, siteToken);
  shown.element.remove();
  assert.equal(options?.signal?.aborted, true);
});

test("play may follow a new track at once", async () => {
  const fake = opened();
  const ids: number[] = [];
  fake.client.tracks.play = async (_audio, id) => {
    ids.push(id);
    return { stop() {}, finished: new Promise(() => {}) };
  };
  const shown = await showPlayer(fake, { track: "8" });
  shown.element.setAttribute("track", "7");
  void shown.element.play();
  await settled();
  await shown.element.play();
  assert.deepEqual([ids, shown.text("title")], [[7], "First light"]);
});

test("interrupted playback can be tried again", async () => {
  const fake = opened();
  const playback = deferred<void>();
  let calls = 0;
  fake.client.tracks.play = async () => {
    calls++;
    return { stop() {}, finished: playback.promise };
  };
  const shown = await showPlayer(fake);
  await shown.click("play");
  playback.reject(Object.assign(new Error(), { code: "network", title: "No network." }));
  await settled();
  assert.equal(shown.text("message"), "No network.Try again");
  await shown.click("retry");
  assert.equal(calls, 2);
});

test("waveform is drawn if there is one", async () => {
  const fake = fakeStagepass({ tracks: [TRACK], waveforms: { 7: [0, 51, 102] } });
  const shown = await showPlayer(fake);
  const bars = shown.part("waveform");
  assert.deepEqual([bars?.getAttribute("viewBox"), bars?.getAttribute("aria-hidden")], ["0 0 3 100", "true"]);
  assert.equal(bars?.firstElementChild?.getAttribute("d"), "M0.5 50v0M1.5 25v50M2.5 0v100");
  assert.ok(shown.part("position"));
  shown.element.setAttribute("track", "8");
  await settled();
  assert.equal(shown.part("waveform"), null);
  assert.equal((await showPlayer(opened())).part("waveform"), null);
});

test("closed track requests its waveform once it opens", async () => {
  const fake = fakeStagepass({
    tracks: [TRACK],
    waveforms: { 7: [255] },
    refusals: { 7: [{ rule: "paid", code: "not_paid", message: "Buyers only." }] },
  });
  const shown = await showPlayer(fake);
  const isRequested = () => fake.calls.some(({ method }) => method === "tracks.waveform");
  assert.deepEqual([isRequested(), shown.part("waveform")], [false, null]);
  fake.refuse(7);
  fake.failNext("tracks.waveform", "network");
  await shown.click("play");
  assert.deepEqual([isRequested(), shown.part("waveform"), shown.text("message")], [true, null, ""]);
});
