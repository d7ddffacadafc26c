import assert from "node:assert/strict";
import { test } from "node:test";
import type { OwnTracksOptions, Stagepass } from "../../src/entry/index.js";
import { ADA, BOB, HELD, type Hold, type Open, settled, song } from "./stage.js";

const picture = (type = "image/png") => new Blob(["x"], { type });

/** The behaviour of the user's own tracks. Track 7 is Ada's, track 8 Bob's. */
export const ownTracksBehave = (name: string, open: Open): void => {
  const behaves = (what: string, run: () => Promise<void>) => test(`${name}: ${what}`, run);

  behaves("a track is changed by its owner alone, and what is not named stays", async () => {
    const { tracks } = (await open({ user: ADA })).client;
    const changed = await tracks.update(7, { title: "New", genre: "Jazz", description: "Loud" });
    assert.deepEqual([changed.title, changed.genre, changed.description], ["New", "Jazz", "Loud"]);
    assert.deepEqual(await tracks.get(7), changed);
    const { genre, description, title } = await tracks.update(7, { genre: null });
    assert.deepEqual([title, genre, description], ["New", undefined, "Loud"]);
    const gated = await tracks.update(7, { accessAuthorities: ["0x58802e7a660990622B728BF06ae9361BC9403eb7"] });
    assert.equal(gated.accessAuthorities.length, 1);
    assert.deepEqual((await tracks.update(7, { accessAuthorities: [] })).accessAuthorities, []);
    await assert.rejects(tracks.update(8, { title: "Mine" }), { code: "forbidden", status: 403 });
    await assert.rejects(tracks.update(99, { title: "Mine" }), { code: "not_found", status: 404 });
    await assert.rejects(tracks.update(7, { title: "" }), { code: "input_invalid", status: 400 });
    await assert.rejects(tracks.update(7, {}), { code: "option_invalid" });
  });

  behaves("audio that somebody else has made public cannot be gated", async () => {
    const { tracks } = (await open({ user: ADA })).client;
    const { id } = await tracks.create({ title: "Again", trackCid: (await tracks.get(8)).trackCid });
    const gated = { accessAuthorities: ["0x58802e7a660990622B728BF06ae9361BC9403eb7"] };
    await assert.rejects(tracks.update(id, gated), { code: "conflict", status: 409 });
  });

  behaves("what is delisted is there for its owner, and for nobody else, until it is listed again", async () => {
    const stage = await open({ user: BOB });
    const { tracks, library, users } = stage.client;
    const ids = async (userId: number) => (await users.tracks(userId)).items.map(({ id }) => id);
    await library.save(7);
    await library.save(8);
    assert.equal((await tracks.update(8, { delisted: true })).delisted, true);
    assert.deepEqual([(await tracks.get(8)).delisted, await ids(BOB.userId)], [true, [8]]);
    assert.equal((await library.list()).items.length, 2);
    await stage.signInElsewhere(ADA);
    await assert.rejects(tracks.get(8), { code: "not_found", status: 404 });
    assert.deepEqual([await ids(BOB.userId), await ids(ADA.userId)], [[], [7]]);
    await stage.signOutElsewhere();
    await assert.rejects(tracks.get(8), { code: "not_found", status: 404 });
    await stage.signInElsewhere(BOB);
    assert.equal((await tracks.update(8, { delisted: false })).delisted, undefined);
    await stage.signOutElsewhere();
    assert.equal((await tracks.get(8)).id, 8);
  });

  behaves("one's own tracks are listed, delisted ones too, and searched by title", async () => {
    const stage = await open({ user: ADA });
    const { tracks } = stage.client;
    const ids = async (options?: OwnTracksOptions) => (await tracks.mine(options)).items.map(({ id }) => id);
    const { id } = await tracks.create({ title: "Night Train", trackCid: "bafkreinight" });
    await tracks.update(7, { delisted: true });
    assert.deepEqual(await ids(), [id, 7]);
    assert.deepEqual(
      [await ids({ query: "nIGHT" }), await ids({ query: "t&r" }), await ids({ query: "" })],
      [[id], [], [id, 7]],
    );
    const first = await tracks.mine({ query: "r", limit: 1 });
    assert.deepEqual([first.items[0]?.id, await ids({ query: "r", cursor: first.next })], [id, [7]]);
    for (const wrong of [{ query: 7 as never }, { limit: 0 }]) {
      await assert.rejects(tracks.mine(wrong), { code: "option_invalid" });
    }
    await stage.signInElsewhere(BOB);
    assert.deepEqual(await ids(), [8]);
    await stage.signOutElsewhere();
    await assert.rejects(tracks.mine(), { code: "not_signed_in" });
  });

  behaves("a track gets a picture, and loses it", async () => {
    const { tracks } = (await open({ user: ADA })).client;
    const { artwork } = await tracks.setArtwork(7, picture());
    assert.match(artwork?.["480x480"] ?? "", /^https:/);
    assert.deepEqual((await tracks.get(7)).artwork, artwork);
    await tracks.removeArtwork(7);
    assert.equal((await tracks.get(7)).artwork, undefined);
    await assert.rejects(tracks.setArtwork(7, picture("text/plain")), { code: "upload_refused" });
    await assert.rejects(tracks.setArtwork(8, picture()), { code: "forbidden" });
    await assert.rejects(tracks.setArtwork(7, "x" as never), { code: "option_invalid" });
  });

  behaves("how often a track was listened to is its owner's to know", async () => {
    const { tracks } = (await open({ user: ADA })).client;
    assert.deepEqual(await tracks.listens(7), { total: 0, days: [] });
    await assert.rejects(tracks.listens(8), { code: "forbidden" });
    await assert.rejects(tracks.listens(99), { code: "not_found" });
  });

  behaves("lists come in parts, and what comes and goes between two of them changes nothing of the rest", async () => {
    const { tracks, library, users } = (await open({ user: ADA })).client;
    const made = await Promise.all(
      ["a", "b", "c"].map((title) => tracks.create({ title, trackCid: `bafkreinew${title}` })),
    );
    const all = [...made.map(({ id }) => id), 7].sort((a, b) => b - a);
    const first = await users.tracks(ADA.userId, { limit: 2 });
    const added = await tracks.create({ title: "d", trackCid: "bafkreinewd" });
    await tracks.delete(all[1] ?? 0);
    const second = await users.tracks(ADA.userId, { limit: 2, cursor: first.next });
    assert.deepEqual(
      [...first.items, ...second.items].map(({ id }) => id),
      all,
    );
    assert.equal(second.next, undefined);
    for (const id of [7, 8, added.id]) await library.save(id);
    const saved = await library.list({ limit: 2 });
    await library.remove(8);
    const rest = await library.list({ limit: 2, cursor: saved.next });
    assert.deepEqual(
      [...saved.items, ...rest.items].map(({ id }) => id),
      [added.id, 8, 7],
    );
    await assert.rejects(library.list({ cursor: "none of yours" }), { code: "input_invalid", status: 400 });
    for (const limit of [0, 101, 1.5]) await assert.rejects(users.tracks(1, { limit }), { code: "option_invalid" });
  });
};

/** Leaves an upload where it is held, and holds no other. */
const leave = async (tracks: Stagepass["tracks"], { reached, end }: Hold): Promise<void> => {
  const abort = new AbortController();
  const upload = tracks.upload(song(), { signal: abort.signal });
  const left = assert.rejects(upload, { code: "aborted", cause: "later" });
  while ((await tracks.uploads()).items[0]?.sent !== HELD) await settled();
  await reached;
  abort.abort("later");
  await left;
  end();
};

/** The behaviour of uploads. */
export const uploadsBehave = (name: string, open: Open): void => {
  const behaves = (what: string, run: () => Promise<void>) => test(`${name}: ${what}`, run);

  behaves("an upload is told how far it is, is kept, and makes a track", async () => {
    const { tracks } = (await open({ user: ADA })).client;
    const progress: { sent: number; total: number; uploadId?: string; resumedFrom?: number }[] = [];
    const file = song();
    const { uploadId, trackCid, mimeType } = await tracks.upload(file, { onProgress: (now) => progress.push(now) });
    assert.equal(mimeType, "audio/mpeg");
    assert.equal(progress[0]?.sent, 0);
    const { sent, total, uploadId: named, resumedFrom } = progress.at(-1) ?? {};
    assert.deepEqual([sent, total, named, resumedFrom], [file.size, file.size, uploadId, undefined]);
    const { items, next, quota } = await tracks.uploads();
    assert.deepEqual(
      items.map((one) => [one.uploadId, one.status, one.sent, one.filename, one.upload?.trackCid]),
      [[uploadId, "completed", file.size, "song.mp3", trackCid]],
    );
    assert.deepEqual([next, quota.used], [undefined, file.size]);
    const { id } = await tracks.create({ title: "New", trackCid });
    await assert.rejects(tracks.discardUpload(uploadId), { code: "conflict", status: 409 });
    await tracks.delete(id);
    await tracks.discardUpload(uploadId);
    assert.deepEqual((await tracks.uploads()).items, []);
    await assert.rejects(tracks.discardUpload(uploadId), { code: "not_found", status: 404 });
    await assert.rejects(tracks.discardUpload("../me"), { code: "option_invalid" });
    await assert.rejects(tracks.upload("x" as never), { code: "option_invalid" });
  });

  behaves("an upload that was aborted goes on where it was when the same file comes again", async () => {
    const stage = await open({ user: ADA });
    const { tracks } = stage.client;
    await leave(tracks, stage.holdUploads());
    const [left] = (await tracks.uploads()).items;
    assert.deepEqual(
      [left?.status, left?.sent, left?.filename, left?.upload],
      ["uploading", HELD, "song.mp3", undefined],
    );
    assert.equal(typeof left?.expiresAt, "number");
    let resumedFrom: number | undefined = 0;
    const onProgress = (progress: { resumedFrom?: number }) => {
      resumedFrom = progress.resumedFrom;
    };
    const done = await tracks.upload(song(), { onProgress });
    assert.deepEqual([done.uploadId, resumedFrom], [left?.uploadId, HELD]);
    const again = await tracks.upload(song(), { onProgress });
    assert.notEqual(again.uploadId, done.uploadId);
    assert.equal(resumedFrom, undefined);
  });

  behaves(
    "an upload is gone on with by nobody else, not where it is not wanted, and not once it is discarded",
    async () => {
      const stage = await open({ user: ADA });
      const { tracks } = stage.client;
      const left = async () => {
        await leave(tracks, stage.holdUploads());
        return (await tracks.uploads()).items[0]?.uploadId ?? "";
      };
      const first = await left();
      assert.notEqual((await tracks.upload(song(), { resume: false })).uploadId, first);
      const second = await left();
      await tracks.discardUpload(second);
      assert.notEqual((await tracks.upload(song())).uploadId, second);
      const third = await left();
      await stage.signInElsewhere(BOB);
      assert.deepEqual((await tracks.uploads()).items, []);
      assert.notEqual((await tracks.upload(song())).uploadId, third);
      await stage.signInElsewhere(ADA);
      assert.equal((await tracks.upload(song())).uploadId, third);
    },
  );

  behaves("who keeps too much is told so", async () => {
    const { tracks } = (await open({ user: ADA, uploadQuota: 10 })).client;
    const { uploadId } = await tracks.upload(new Blob(["1234567"]));
    await assert.rejects(tracks.upload(new Blob(["1234"])), { code: "quota_exceeded", status: 413 });
    assert.deepEqual((await tracks.uploads()).quota, { bytes: 10, used: 7 });
    await tracks.discardUpload(uploadId);
    assert.equal((await tracks.upload(new Blob(["1234"]))).mimeType, "audio/mpeg");
  });

  behaves("uploads are listed in parts, the newest first", async () => {
    const { tracks } = (await open({ user: ADA })).client;
    const ids: string[] = [];
    for (const text of ["a", "b", "c"]) ids.unshift((await tracks.upload(new Blob([text]))).uploadId);
    const first = await tracks.uploads({ limit: 2 });
    const second = await tracks.uploads({ limit: 2, cursor: first.next });
    assert.deepEqual(
      [...first.items, ...second.items].map(({ uploadId }) => uploadId),
      ids,
    );
    assert.equal(second.next, undefined);
    await assert.rejects(tracks.uploads({ limit: 0 }), { code: "option_invalid" });
  });
};
