import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewTrack } from "../../src/types.js";
import { ADA, BOB, type Open, recordEvents } from "./stage.js";

/** The behaviour of tracks and libraries. Every stage has track 7, which is Ada's, and track 8, which is Bob's. */
export const musicBehaves = (name: string, open: Open): void => {
  const behaves = (what: string, run: () => Promise<void>) => test(`${name}: ${what}`, run);

  behaves("a track is what it is for everybody", async () => {
    const { tracks, users } = (await open()).client;
    const track = await tracks.get(7);
    assert.deepEqual([track.id, track.title, track.user], [7, "Track 7", ADA]);
    assert.deepEqual(await users.tracks(ADA.userId), { items: [track] });
    assert.deepEqual(await users.tracks(99), { items: [] });
    assert.match(await tracks.streamUrl(7), /^https?:/);
  });

  behaves("a number that is none of the service's is refused, one that is nobody's is not found", async () => {
    const stage = await open({ user: ADA });
    const words = recordEvents(stage);
    await stage.client.ready();
    words.length = 0;
    const { tracks, library, users } = stage.client;
    for (const call of [
      () => tracks.get(0),
      () => tracks.get("7" as never),
      () => tracks.streamUrl(1.5),
      () => library.save(-1),
      () => users.tracks(Number.NaN),
    ]) {
      await assert.rejects(call(), { name: "StagepassError", code: "option_invalid" });
    }
    await assert.rejects(tracks.get(99), { code: "not_found", status: 404 });
    assert.deepEqual(words, [...Array(5).fill("error option_invalid"), "error not_found"]);
  });

  behaves("a track is made, and deleted by whoever made it", async () => {
    const { tracks, users } = (await open({ user: ADA })).client;
    const made = await tracks.create({ title: "New", trackCid: "bafkreinew", genre: "Jazz" });
    assert.deepEqual(await tracks.get(made.id), made);
    assert.deepEqual([made.title, made.trackCid, made.genre, made.user], ["New", "bafkreinew", "Jazz", ADA]);
    assert.equal((await users.tracks(ADA.userId)).items[0]?.id, made.id);
    await tracks.delete(made.id);
    await assert.rejects(tracks.get(made.id), { code: "not_found" });
    await assert.rejects(tracks.delete(8), { code: "forbidden", status: 403 });
    const both = { title: "New", trackCid: "bafkreinew", accessAuthorities: ["0x1"], rule: { geo: { in: ["SE"] } } };
    await assert.rejects(tracks.create(both as unknown as NewTrack), { code: "option_invalid" });
  });

  behaves("a library is its listener's, the last saved first", async () => {
    const { library } = (await open({ user: ADA })).client;
    const ids = async () => (await library.list()).items.map(({ id }) => id);
    assert.deepEqual(await ids(), []);
    await library.save(7);
    await library.save(8);
    await library.save(7);
    assert.deepEqual(await ids(), [8, 7]);
    await library.remove(8);
    await library.remove(8);
    assert.deepEqual(await ids(), [7]);
  });

  behaves("who may only read writes nothing", async () => {
    const { tracks, library } = (await open({ user: ADA, scope: "read" })).client;
    for (const call of [
      () => tracks.create({ title: "New", trackCid: "bafkreinew" }),
      () => tracks.delete(7),
      () => library.save(7),
      () => library.remove(7),
      () => tracks.update(7, { title: "New" }),
      () => tracks.setArtwork(7, new Blob(["x"], { type: "image/png" })),
      () => tracks.removeArtwork(7),
      () => tracks.upload(new Blob(["x"])),
      () => tracks.upload(new File(["x"], "x.mp3")),
      () => tracks.discardUpload("u1"),
    ]) {
      await assert.rejects(call(), { code: "forbidden", status: 403 });
    }
    assert.deepEqual(await library.list(), { items: [] });
  });

  behaves("a call in somebody's name renews a token that is refused, and learns of the session's end", async () => {
    const stage = await open({ user: BOB });
    await stage.client.ready();
    const words = recordEvents(stage);
    stage.refuseToken();
    await stage.client.library.save(7);
    // The service stores a library under the user's number.
    assert.deepEqual(words.splice(0), ["refreshed", "signed-in write Bob"]);
    stage.endSession();
    await assert.rejects(stage.client.library.list(), { code: "session_expired" });
    assert.deepEqual(words, ["expired", "expired", "error session_expired"]);
  });
};
