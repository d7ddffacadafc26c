// usePlayback of stagepass/react, with stagepass/testing for a client: both as they are shipped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { act, createElement, StrictMode } from "react";
import type * as Kit from "../../src/entry/react.js";
import type * as Testing from "../../src/entry/testing.js";
import type { Playback } from "../../src/types.js";
import { openPage } from "../support/dom.js";
import { deferred, freshCopy } from "../support/pretend.js";

const page = openPage();
const { createRoot } = await import("react-dom/client");
const copy = freshCopy();
const { StagepassProvider, usePlayback }: typeof Kit = await import(`${copy}react.js`);
const { fakeStagepass }: typeof Testing = await import(`${copy}testing.js`);

/** Renders a player, whose calls of `tracks.play` a test settles. */
const render = async () => {
  const fake = fakeStagepass();
  const calls: { id: number; element: unknown; signal: AbortSignal; opened: ReturnType<typeof deferred<Playback>> }[] =
    [];
  fake.client.tracks.play = (element, id, options) => {
    const opened = deferred<Playback>();
    calls.push({ id, element, signal: options?.signal as AbortSignal, opened });
    return opened.promise;
  };
  let state: Kit.PlaybackState | undefined;
  const Player = () => {
    state = usePlayback();
    return createElement("audio", { ref: state.ref });
  };
  const place = page.root();
  const root = createRoot(place);
  const app = createElement(StagepassProvider, { client: fake.client }, createElement(Player));
  await act(async () => root.render(createElement(StrictMode, null, app)));
  const call = (index: number) => {
    assert.ok(calls[index]);
    return calls[index];
  };
  return {
    call,
    audio: place.querySelector("audio"),
    get state() {
      assert.ok(state);
      const { trackId, isLoading, error } = state;
      return [trackId, isLoading, error?.code];
    },
    play: (id: number) => act(async () => void state?.play(id)),
    stop: () => act(async () => state?.stop()),
    unmount: () => act(async () => root.unmount()),
  };
};

const playing = (finished: Promise<void> = new Promise(() => {})): Playback => ({ stop() {}, finished });

test("track is opened and plays", async () => {
  const shown = await render();
  await shown.play(7);
  assert.deepEqual(shown.state, [7, true, undefined]);
  assert.deepEqual([shown.call(0).id, shown.call(0).element], [7, shown.audio]);
  await act(async () => shown.call(0).opened.resolve(playing()));
  assert.deepEqual(shown.state, [7, false, undefined]);
  await shown.stop();
  assert.deepEqual([shown.state, shown.call(0).signal.aborted], [[undefined, false, undefined], true]);
  await shown.unmount();
});

test("second track replaces the first", async () => {
  const shown = await render();
  await shown.play(7);
  await shown.play(8);
  assert.equal(shown.call(0).signal.aborted, true);
  await act(async () => shown.call(0).opened.reject({ code: "aborted" }));
  assert.deepEqual(shown.state, [8, true, undefined]);
  await shown.unmount();
});

test("failures before and during playback are shown", async () => {
  const shown = await render();
  await shown.play(7);
  await act(async () => shown.call(0).opened.reject({ code: "access_refused" }));
  assert.deepEqual(shown.state, [7, false, "access_refused"]);
  await shown.play(7);
  const end = deferred<void>();
  await act(async () => shown.call(1).opened.resolve(playing(end.promise)));
  assert.deepEqual(shown.state, [7, false, undefined]);
  await act(async () => end.reject({ code: "network" }));
  assert.deepEqual(shown.state, [7, false, "network"]);
  await shown.unmount();
});

test("unmounted component stops playback", async () => {
  const shown = await render();
  await shown.play(7);
  await act(async () => shown.call(0).opened.resolve(playing()));
  await shown.unmount();
  assert.equal(shown.call(0).signal.aborted, true);
});
