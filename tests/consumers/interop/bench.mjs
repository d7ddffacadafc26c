// The figures of ethers and of @noble/curves alone. Requests and answers as in tests/proof/peers/src/main.rs.

import { createInterface } from "node:readline";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";
import { Wallet, getBytes, keccak256, toUtf8Bytes, verifyMessage } from "ethers";
import { withEthereumsV, withSmallV } from "./wire.mjs";

const KEY = new Uint8Array(32).fill(1);
const DOCUMENTS = Array.from({ length: 16 }, (_, at) => ({
  cid: "baeaaaiqsecjitceegveqtb67yhksnwe75w4khfsep5obuuljl2il3wwnm22su",
  timestamp: 1_790_000_000_000 + at,
  trackId: 1_462_669_012,
  userId: 51,
}));

const wallet = new Wallet(`0x${bytesToHex(KEY)}`);
const ADDRESS = wallet.address;
const ADDRESS_BYTES = hexToBytes(ADDRESS.slice(2).toLowerCase());
const PREFIX = utf8ToBytes("\x19Ethereum Signed Message:\n32");

/**
 * `sign(document)` of each returns a signature in hexadecimal. `verify(parameter)` returns whether the signer's address
 * is the expected one.
 */
const contenders = {
  ethers: {
    sign: (document) => wallet.signMessageSync(getBytes(keccak256(toUtf8Bytes(canonicalize(document))))),
    verify: (parameter) => {
      const { data, signature } = JSON.parse(parameter);
      const hash = getBytes(keccak256(toUtf8Bytes(canonicalize(JSON.parse(data)))));
      return verifyMessage(hash, withEthereumsV(signature)) === ADDRESS;
    },
  },
  noble: {
    sign: (document) => {
      // The recovery id comes first there, and last in Ethereum.
      const [id, ...compact] = secp256k1.sign(digest(document), KEY, { prehash: false, format: "recovered" });
      return `0x${bytesToHex(Uint8Array.from([...compact, id]))}`;
    },
    verify: (parameter) => {
      const { data, signature } = JSON.parse(parameter);
      const bytes = hexToBytes(signature.slice(2));
      const recovered = secp256k1.Signature.fromBytes(concatBytes(bytes.subarray(64), bytes.subarray(0, 64)), "recovered");
      const key = recovered.recoverPublicKey(digest(JSON.parse(data))).toBytes(false);
      const address = keccak_256(key.subarray(1)).subarray(12);
      return address.every((byte, at) => byte === ADDRESS_BYTES[at]);
    },
  },
};

function digest(document) {
  return keccak_256(concatBytes(PREFIX, keccak_256(utf8ToBytes(canonicalize(document)))));
}

const PARAMETERS = DOCUMENTS.map((document) =>
  JSON.stringify({ data: canonicalize(document), signature: withSmallV(contenders.ethers.sign(document)) }),
);

const operations = {
  signatures: ({ sign }) => DOCUMENTS.map((document) => withSmallV(sign(document))).join(","),
  sign: ({ sign }, count) => time(count, (at) => sign(DOCUMENTS[at]).length === 132),
  verify: ({ verify }, count) => time(count, (at) => verify(PARAMETERS[at])),
};

/** Nanoseconds of processor time, that of the collector and the compiler included. */
function time(count, isRight) {
  const started = process.cpuUsage();
  for (let done = 0; done < count; done++) {
    if (!isRight(done % DOCUMENTS.length)) throw new Error("a wrong result");
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) * 1000;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [operation, name, count] = line.split(" ");
  process.stdout.write(`${operations[operation](contenders[name], Number(count))}\n`);
}
