// Audio files, and their CIDs.

import { createHash, randomBytes } from "node:crypto";

/** Returns a unique WAV file of about this many bytes: 16 bits, one channel. */
export function wav(size) {
  const samples = randomBytes(size - 44 - (size % 2));
  const file = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVEfmt "), Buffer.alloc(20), Buffer.from("data"), Buffer.alloc(4), samples]);
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(44_100, 24);
  file.writeUInt32LE(88_200, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.writeUInt32LE(samples.length, 40);
  return file;
}

/** Returns the CID of `bytes`: version 1, raw, SHA-256, in base32. */
export function cid(bytes) {
  const digest = createHash("sha256").update(bytes).digest();
  const bits = [...Buffer.concat([Buffer.from([0x01, 0x55, 0x12, 0x20]), digest])].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const letters = bits.match(/.{1,5}/g).map((five) => "abcdefghijklmnopqrstuvwxyz234567"[Number.parseInt(five.padEnd(5, "0"), 2)]);
  return `b${letters.join("")}`;
}
