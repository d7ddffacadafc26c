import { openMemory } from "../api/memory.js";
import type { Service } from "../api/service.js";
import { openUploads as openShared, type UploadPlatform } from "../api/uploads.js";
import type { Wire } from "../api/wire.js";
import type { StagepassConfig } from "../types.js";
import { storageOf } from "./storage.js";
import { lock } from "./upload-lock.js";

/** How many bytes of a file are hashed, at its start and at its end. */
const LOOK = 64 * 1024;

/** `tracks.upload` and `tracks.discardUpload` in a browser: a separate script, loaded on first use. */
export const openUploads = (choice: StagepassConfig["storage"], service: Service, wire: Wire) => {
  const memory = openMemory();
  const storage = async () => {
    try {
      return storageOf(choice) ?? memory;
    } catch {
      // The browser stores nothing for this page.
      return memory;
    }
  };
  return openShared(service, wire, { storage, digest, lock });
};

/** Identifies a file, and reveals nothing about it. Without `crypto.subtle` (on a page over http) it is plain text. */
const digest: UploadPlatform["digest"] = async (file, endpoint, userId) => {
  const about = JSON.stringify([endpoint, userId, file.name, file.size, file.lastModified, file.type]);
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return about;
  const parts = [about, file.slice(0, LOOK), file.slice(Math.max(LOOK, file.size - LOOK))];
  const hash = await subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
