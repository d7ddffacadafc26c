// useUploads of stagepass/react, with stagepass/testing for a client: both as they are shipped.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { act, createElement, type ReactElement, StrictMode } from "react";
import { renderToString } from "react-dom/server";
import type * as Kit from "../../src/entry/react.js";
import type * as Testing from "../../src/entry/testing.js";
import { openPage } from "../support/dom.js";
import { freshCopy } from "../support/pretend.js";

const page = openPage();
const { createRoot, hydrateRoot } = await import("react-dom/client");
const copy = freshCopy();
const { StagepassProvider, useUploads }: typeof Kit = await import(`${copy}react.js`);
const { fakeStagepass, fakeUser }: typeof Testing = await import(`${copy}testing.js`);

const ADA = fakeUser();

/** What React says of what it does not like. */
const complaints: unknown[][] = [];
console.error = (...values: unknown[]) => complaints.push(values);

beforeEach(() => void complaints.splice(0));

/** What the newest component got, newest last. */
const given: Kit.UploadsState[] = [];

const Uploads = ({ concurrency }: { concurrency?: number }): ReactElement => {
  const state = useUploads({ concurrency });
  given.push(state);
  const words = state.uploads.map(({ file, status, sent }) => `${file.name} ${status} ${sent}`);
  return createElement("p", null, words.join(", ") || "none");
};

const app = (fake: Testing.FakeStagepass, more: { concurrency?: number } = {}) =>
  createElement(
    StrictMode,
    null,
    createElement(StagepassProvider, { client: fake.client }, createElement(Uploads, more)),
  );

const render = async (element: ReactElement) => {
  const place = page.root();
  const root = createRoot(place);
  await act(async () => root.render(element));
  return {
    root,
    get words() {
      return place.textContent;
    },
    get now() {
      const state = given.at(-1);
      assert.ok(state);
      return state;
    },
    unmount: () => act(async () => root.unmount()),
  };
};

const file = (name: string) => new File([new Uint8Array(100)], name, { type: "audio/mpeg" });

const uploads = (fake: Testing.FakeStagepass) => fake.calls.filter(({ method }) => method === "tracks.upload").length;

test("files are uploaded, and shown as they go", async () => {
  const fake = fakeStagepass({ user: ADA });
  const letGo = fake.holdUploads();
  const shown = await render(app(fake));
  assert.equal(shown.words, "none");
  await act(async () => void shown.now.add(["a", "b", "c"].map(file)));
  assert.equal(shown.words, "a uploading 0, b uploading 0, c waiting 0");
  await act(async () => letGo(0.5, 25));
  assert.equal(shown.words, "a uploading 50, b uploading 50, c waiting 0");
  assert.equal(shown.now.uploads[0]?.secondsLeft, 2);
  await act(async () => letGo());
  assert.equal(shown.words, "a done 100, b done 100, c done 100");
  assert.equal(shown.now.uploads[0]?.upload?.uploadId, "fake-upload-1");
  assert.equal(uploads(fake), 3);
  assert.deepEqual(complaints, []);
  await shown.unmount();
});

test("as many at a time as is said, and its functions stay the same", async () => {
  const fake = fakeStagepass({ user: ADA });
  const letGo = fake.holdUploads();
  const shown = await render(app(fake, { concurrency: 1 }));
  const { add, abort, retry, remove } = shown.now;
  await act(async () => void add(["a", "b"].map(file)));
  assert.equal(shown.words, "a uploading 0, b waiting 0");
  const ids = shown.now.uploads.map(({ id }) => id);
  await act(async () => abort(ids[0] ?? ""));
  assert.equal(shown.words, "a aborted 0, b uploading 0");
  await act(async () => retry(ids[0] ?? ""));
  await act(async () => remove(ids[1] ?? ""));
  assert.equal(shown.words, "a uploading 0");
  await act(async () => letGo());
  assert.equal(shown.words, "a done 100");
  const after = shown.now;
  assert.deepEqual([after.add, after.abort, after.retry, after.remove], [add, abort, retry, remove]);
  await shown.unmount();
});

test("a failure stands beside its file", async () => {
  const fake = fakeStagepass({ user: ADA, uploadQuota: 150 });
  const shown = await render(app(fake));
  await act(async () => void shown.now.add(["a", "b"].map(file)));
  assert.equal(shown.words, "a done 100, b failed 0");
  const { error } = shown.now.uploads[1] ?? {};
  assert.deepEqual([error?.code, error?.description], ["quota_exceeded", "150 bytes may be kept, 100 are"]);
  await shown.unmount();
});

test("when the component goes its uploads are aborted, and go on when the files come again", async () => {
  const fake = fakeStagepass({ user: ADA });
  const letGo = fake.holdUploads();
  const a = file("a");
  const shown = await render(app(fake));
  await act(async () => void shown.now.add([a]));
  await act(async () => letGo(0.5));
  await shown.unmount();
  assert.equal(shown.now.uploads[0]?.status, "uploading");
  letGo();
  const { items } = await fake.client.tracks.uploads();
  assert.deepEqual([items[0]?.status, items[0]?.sent], ["uploading", 50]);
  const again = await render(app(fake));
  await act(async () => void again.now.add([a]));
  assert.deepEqual([again.words, again.now.uploads[0]?.resumedFrom], ["a done 100", 50]);
  await again.unmount();
});

test("another client is another queue, and the first's is aborted", async () => {
  const [first, second] = [fakeStagepass({ user: ADA }), fakeStagepass({ user: fakeUser({ userId: 8 }) })];
  const letGo = first.holdUploads();
  const shown = await render(app(first));
  await act(async () => void shown.now.add([file("a")]));
  await act(async () => shown.root.render(app(second)));
  assert.equal(shown.words, "none");
  await act(async () => letGo());
  assert.equal((await first.client.tracks.uploads()).items[0]?.status, "uploading");
  await act(async () => void shown.now.add([file("b")]));
  assert.equal(shown.words, "b done 100");
  assert.deepEqual([uploads(first), uploads(second)], [1, 1]);
  await shown.unmount();
});

test("a server renders that there are none, and the page takes that over without a word", async () => {
  const fake = fakeStagepass({ user: ADA });
  const html = renderToString(app(fake));
  assert.equal(html, "<p>none</p>");
  const place = page.root();
  place.innerHTML = html;
  const root = await act(async () => hydrateRoot(place, app(fake)));
  assert.equal(place.textContent, "none");
  assert.deepEqual(complaints, []);
  await act(async () => root.unmount());
});

test("where there is no provider, the error says what to do", () => {
  assert.throws(() => renderToString(createElement(Uploads)), /add a <StagepassProvider client>/);
});
