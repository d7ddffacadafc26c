// The part of React Native's native half that the package uses. The JavaScript half is React Native's own: apps have
// the same XMLHttpRequest, fetch, Blob, FileReader, URL and AbortController. As on phones, all redirects are followed,
// even if a request forbids it.

import { fromBase64, fromUtf8, toBase64, toUtf8 } from "./bytes.js";
import { network } from "./network.js";

/**
 * Makes the engine's globals those of React Native. `outside` does what is asked of the network. `more`: other native
 * modules.
 */
export function install(outside, more = {}) {
  installNetwork(outside, { ...quiet, ...more });
  require("react-native/Libraries/Core/setUpGlobals");
}

/**
 * Installs the native modules of the network. `more`: other native modules.
 *
 * In jest this is called for each start of the app, and React Native's modules of an earlier start may stay loaded. So
 * they look up the current network at each use, and blobs are in one place.
 */
export function installNetwork(outside, more = {}) {
  globalThis.stagepassBlobs ??= openBlobs();
  const blobs = globalThis.stagepassBlobs;
  const emit = (...event) => require("react-native/Libraries/EventEmitter/RCTDeviceEventEmitter").default.emit(...event);
  globalThis.stagepassNetworking = networking(blobs, outside, emit);
  const Networking = {
    ...noEvents,
    sendRequest: (query, started) => globalThis.stagepassNetworking.send(query, started),
    abortRequest: (id) => globalThis.stagepassNetworking.abort(id),
    clearCookies: (done) => done(true),
  };
  const modules = { ...more, ...blobModules(blobs), Networking };
  globalThis.performance ??= { now: () => Date.now() };
  globalThis.queueMicrotask ??= (call) => Promise.resolve().then(call);
  globalThis.nativeModuleProxy = modules;
  globalThis.__turboModuleProxy ??= (name) => globalThis.nativeModuleProxy[name] ?? null;
  // React Native leaves a `fetch` alone that is there, such as Node's.
  for (const name of ["fetch", "Headers", "Request", "Response"]) Reflect.deleteProperty(globalThis, name);
  require("react-native/Libraries/Core/setUpXHR");
}

const noEvents = { addListener() {}, removeListeners() {} };

/** Native modules that describe the phone, and do nothing else. */
const quiet = {
  AppState: {
    ...noEvents,
    getConstants: () => ({ initialAppState: "active" }),
    getCurrentAppState: (notify) => notify({ app_state: "active" }),
  },
  LinkingManager: { ...noEvents, getInitialURL: async () => null, openURL: async () => true, canOpenURL: async () => true },
  PlatformConstants: {
    getConstants: () => ({
      forceTouchAvailable: false,
      interfaceIdiom: "phone",
      isTesting: true,
      osVersion: "18.0",
      systemName: "iOS",
      reactNativeVersion: { major: 0, minor: 0, patch: 0 },
    }),
  },
};

/** Blobs are native: JavaScript has their names, and pieces of them by where they begin. */
function openBlobs() {
  const held = new Map();
  return {
    read: ({ blobId, offset, size }) => held.get(blobId).substr(offset, size),
    keep: (blobId, bytes) => held.set(blobId, bytes),
    release: (blobId) => held.delete(blobId),
  };
}

function blobModules(blobs) {
  return {
    BlobModule: {
      getConstants: () => ({ BLOB_URI_SCHEME: "blob", BLOB_URI_HOST: null }),
      addNetworkingHandler() {},
      createFromParts: (parts, blobId) =>
        blobs.keep(blobId, parts.map(({ type, data }) => (type === "string" ? toUtf8(data) : blobs.read(data))).join("")),
      release: blobs.release,
    },
    FileReaderModule: {
      readAsText: async (blob) => fromUtf8(blobs.read(blob)),
      readAsDataURL: async (blob) => `data:${blob.type || "application/octet-stream"};base64,${toBase64(blobs.read(blob))}`,
    },
  };
}

function networking(blobs, outside, emit) {
  const aborted = new Set();
  let last = 0;

  const answer = async ({ method, url, headers, data, responseType }, id) => {
    const notify = (event, ...values) => {
      if (!aborted.has(id)) emit(event, [id, ...values]);
    };
    const body = bodyOf(data, blobs);
    try {
      if (!network.passes(method, url)) throw new Error("The Internet connection appears to be offline.");
      const file = /^data:([^;,]*);base64,(.*)$/.exec(url);
      const answered = file
        ? { status: 200, headers: { "Content-Type": file[1] }, url, body: file[2] }
        : await outside("http", { method, url, headers, body: body === undefined ? undefined : toBase64(body) });
      if (answered.failed) throw new Error(answered.failed);
      if (body) notify("didSendNetworkData", body.length, body.length);
      notify("didReceiveNetworkResponse", answered.status, answered.headers, answered.url);
      const bytes = fromBase64(answered.body);
      if (bytes || responseType === "blob") notify("didReceiveNetworkData", given(bytes, responseType, answered, `net-${id}`, blobs));
      notify("didCompleteNetworkResponse", null, false);
    } catch (error) {
      notify("didCompleteNetworkResponse", String(error.message), false);
    }
  };

  return {
    send(query, started) {
      last += 1;
      started(last);
      void answer(query, last);
    },
    abort: (id) => aborted.add(id),
  };
}

function bodyOf({ string, base64, blob }, blobs) {
  if (string !== undefined) return toUtf8(string);
  if (base64 !== undefined) return fromBase64(base64);
  return blob && blobs.read(blob);
}

function given(bytes, responseType, { headers }, blobId, blobs) {
  if (responseType === "base64") return toBase64(bytes);
  if (responseType !== "blob") return fromUtf8(bytes);
  blobs.keep(blobId, bytes);
  const [, type = ""] = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type") ?? [];
  return { blobId, offset: 0, size: bytes.length, type };
}
