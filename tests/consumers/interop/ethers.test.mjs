// ethers reads what our gate signs, and our gate what ethers signs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import canonicalize from "canonicalize";
import { Wallet, getBytes, hashMessage, hexlify } from "ethers";
import { Random, looseJson, randomMembers } from "./documents.mjs";
import { gateRecover, gateSign, gateVerify } from "./gate.mjs";
import { hash, readParameter, sign, signer, withEthereumsV, withSmallV } from "./wire.mjs";

const CASES = 250;
/** Documents that our program signs with one key, in one run of it. */
const A_KEY = 5;

const seed = Number(process.env.STAGEPASS_INTEROP_SEED ?? 1);
console.log(`ethers: seed ${seed} (STAGEPASS_INTEROP_SEED=${seed} repeats this run)`);

const vectors = JSON.parse(readFileSync(new URL("../../vectors/gate.json", import.meta.url), "utf8")).gate_release_access;

test("the known vectors, both ways", async () => {
  assert.ok(vectors.length > 0);
  for (const vector of vectors) {
    const { private_key, data, document, digest, signature, address } = vector;
    assert.equal(canonicalize(JSON.parse(data)), document);
    assert.equal(hashMessage(hash(data)), digest);
    assert.equal(withSmallV(sign(`0x${private_key}`, data)), signature);
    assert.equal(signer(vector), address);
    const [ours] = await gateSign(private_key, [data]);
    assert.deepEqual([ours.data, ours.signature, ours.address], [document, signature, address]);
    const { answers } = await gateRecover([{ data, signature: withEthereumsV(signature) }]);
    assert.deepEqual(answers, [{ address, data: document, digest }]);
  }
});

test(`our gate takes what ethers signed: ${CASES} cases`, async () => {
  const cases = signedByEthers(new Random(seed));
  const signed = cases.map(({ data, signature }) => ({ data, signature }));
  const verified = await gateVerify(cases.map(({ address }) => address), signed);
  assert.deepEqual(verified.answers, cases.map(({ address, document }) => ({ address, data: document })));
  assert.equal(verified.code, 0);
  const recovered = await gateRecover(signed);
  assert.deepEqual(recovered.answers, cases.map(({ address, document, digest }) => ({ address, data: document, digest })));
});

test(`ethers takes what our gate signed: ${CASES} cases`, async () => {
  const random = new Random(seed + 1);
  for (let done = 0; done < CASES; done += A_KEY) {
    const privateKey = hexlify(random.bytes(32));
    const { address } = new Wallet(privateKey);
    const documents = Array.from({ length: A_KEY }, () => looseJson(random, randomMembers(random)));
    const made = await gateSign(privateKey, documents);
    for (const [at, document] of documents.entries()) {
      const parameter = readParameter(made[at].parameter);
      assert.equal(parameter.data, canonicalize(JSON.parse(document)));
      assert.equal(signer(parameter), address);
      assert.equal(made[at].address, address);
      // RFC 6979 leaves nothing to chance: two signers, one signature.
      assert.equal(parameter.signature, withSmallV(sign(privateKey, document)));
    }
  }
});

test(`our gate refuses what ethers signed, with one bit turned: ${CASES} cases`, async () => {
  const random = new Random(seed + 2);
  const cases = signedByEthers(random);
  const turned = cases.map((signed) => (random.chance(0.5) ? withOtherSignature(random, signed) : withOtherData(random, signed)));
  const { answers, code } = await gateVerify(cases.map(({ address }) => address), turned);
  const taken = turned.filter((_, at) => answers[at].error === undefined);
  assert.deepEqual(taken, []);
  assert.equal(code, 1);
});

function signedByEthers(random) {
  return Array.from({ length: CASES }, () => {
    const privateKey = hexlify(random.bytes(32));
    const data = looseJson(random, randomMembers(random));
    const signature = sign(privateKey, data);
    return {
      data,
      signature: random.pick([signature, withSmallV(signature), `0x${signature.slice(2).toUpperCase()}`]),
      address: new Wallet(privateKey).address,
      document: canonicalize(JSON.parse(data)),
      digest: hashMessage(hash(data)),
    };
  });
}

function withOtherSignature(random, { data, signature }) {
  const bytes = getBytes(signature);
  bytes[random.below(bytes.length)] ^= 1 << random.below(8);
  return { data, signature: hexlify(bytes) };
}

/** A turned bit that leaves UTF-8, and that says something else: white space or an escape's letter may say the same. */
function withOtherData(random, { data, signature, document }) {
  for (;;) {
    const bytes = new TextEncoder().encode(data);
    bytes[random.below(bytes.length)] ^= 1 << random.below(8);
    try {
      const other = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
      if (canonicalOrNull(other) !== document) return { data: other, signature };
    } catch {
      // No UTF-8: it could not be put into JSON.
    }
  }
}

function canonicalOrNull(text) {
  try {
    return canonicalize(JSON.parse(text));
  } catch {
    return null;
  }
}
