// Type tests of what a phone cannot do: `tsc` compiles this file, and nothing runs it.

import { createElement, type ReactElement } from "react";
import { StagepassProvider, useStagepass } from "stagepass/react";
import { type NativeConfig, type NativeStagepass, stagepass } from "stagepass/react-native";
import { fakeStagepass } from "stagepass/testing";
import { createUploadQueue } from "stagepass/uploads";

const config: NativeConfig = {
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "com.example.app://callback",
};

export const configs: NativeConfig[] = [
  { ...config, storage: "memory" },
  // Keys of the app's own, for example in hardware.
  {
    ...config,
    dpop: "auto",
    keys: {
      create: async (_name, random) => ({
        publicJwk: { kty: "EC", crv: "P-256", x: "x", y: "y" },
        sign: async () => random(64),
      }),
      find: async () => null,
      remove: async () => {},
    },
  },
  // @ts-expect-error A key can be deleted.
  { ...config, keys: { create: async () => Promise.reject(), find: async () => null } },
  // @ts-expect-error The core is inside the script.
  { ...config, wasmUrl: "https://app.example/core.wasm" },
  // @ts-expect-error The core is always JavaScript.
  { ...config, engine: "wasm" },
  // @ts-expect-error There is no localStorage.
  { ...config, storage: "local" },
];

export const logins = ({ oauth }: NativeStagepass): Promise<unknown>[] => [
  oauth.login({ scope: "write", appState: { tab: 1 }, responseMode: "fragment" }),
  // @ts-expect-error There are no popups.
  oauth.login({ scope: "read", display: "popup" }),
  // @ts-expect-error There are no popups, so none is blocked.
  oauth.login({ scope: "read", fallback: "fullScreen" }),
  // @ts-expect-error There is no page to return to.
  oauth.login({ scope: "read", returnTo: "https://app.example/" }),
];

export const calls = (sp: NativeStagepass, audio: HTMLAudioElement): Promise<unknown>[] => [
  sp.tracks.upload({ uri: "file:///song.mp3", name: "song.mp3" }),
  sp.tracks.streamUrl(7),
  // @ts-expect-error There is no audio element.
  sp.tracks.play(audio, 7),
  // @ts-expect-error There is no page to check.
  sp.oauth.diagnose(),
];

/** The hooks and the queue take a phone's client. */
export const App = (): ReactElement => {
  const client = stagepass(config);
  createUploadQueue(client.tracks);
  return createElement(StagepassProvider, { client });
};

export const useOnAPhone = (file: Blob): Promise<unknown>[] => [
  useStagepass<NativeStagepass>().tracks.upload({ uri: "file:///song.mp3" }),
  // @ts-expect-error The client of a browser takes no picked files.
  useStagepass().tracks.upload({ uri: "file:///song.mp3" }),
  useStagepass().tracks.upload(file),
];

/** The fake client replaces that of a phone in tests. */
export const fake: NativeStagepass = fakeStagepass().client;
