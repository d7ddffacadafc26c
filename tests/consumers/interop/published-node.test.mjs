// Signed URLs of our gate open audio at a node of the public music service, and its signatures pass at our gate.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hexlify, Wallet } from "ethers";
import { Random } from "./documents.mjs";
import { gateRecover, gateSign, gateVerify } from "./gate.mjs";
import { refusal } from "./published-node.mjs";
import { sign } from "./wire.mjs";

const CASES = 50;
const HOUR_MS = 3_600_000;
const NOW = 1_790_000_000_123;
const CID = "baeaaaiqsecjitceegveqtb67yhksnwe75w4khfsep5obuuljl2il3wwnm22su";

const seed = Number(process.env.STAGEPASS_INTEROP_SEED ?? 1);

/** `TestSignature` in pkg/mediorum/server/signature/signature_test.go: the value of the parameter, and its signer. */
const PUBLISHED = {
  parameter:
    "%7B%22data%22%3A%20%22%7B%5C%22trackId%5C%22%3A%201485%2C%20%5C%22cid%5C%22%3A%20%5C%22" +
    "QmdGpDEBq6v6Kv9H61HbeVqyiPo7iBe12tVtkhNig6ipWp%5C%22%2C%20%5C%22timestamp%5C%22%3A%201681484247930%2C%20" +
    "%5C%22userId%5C%22%3A%2050419%2C%20%5C%22shouldCache%5C%22%3A%201%7D%22%2C%20%22signature%22%3A%20%22" +
    "0x54e5daff013068dfe10f9e360ca39b8cda8497652a6b029e71656ea538d541187c07e6241e8d06c9ea95df01152c3b8d87f2aeb28814fd" +
    "ce0c13978a884bf4fa1b%22%7D",
  address: "0x5E98cBEEAA2aCEDEc0833AC3D1634E2A7aE0f3c2",
};

test("our gate recovers the published signature", async () => {
  const { data, signature } = JSON.parse(decodeURIComponent(PUBLISHED.parameter));
  const { answers, code } = await gateVerify([PUBLISHED.address], [{ data, signature }]);
  assert.deepEqual([answers[0].address, code], [PUBLISHED.address, 0]);
  const [recovered] = (await gateRecover([{ data, signature }])).answers;
  assert.equal(recovered.address, PUBLISHED.address);
  const { cid, timestamp } = JSON.parse(data);
  const track = { cid, authorities: [PUBLISHED.address], now: timestamp };
  assert.equal(refusal(`signature=${PUBLISHED.parameter}`, track), undefined);
});

test(`published node serves what our gate signs: ${CASES} cases`, async () => {
  const random = new Random(seed + 3);
  const privateKey = hexlify(random.bytes(32));
  const { address } = new Wallet(privateKey);
  // The members that our access server writes.
  const documents = Array.from({ length: CASES }, () => ({
    cid: CID,
    trackId: random.bits(),
    userId: random.bits(),
    timestamp: NOW - random.below(60_000),
  }));
  const signed = await gateSign(
    privateKey,
    documents.map((document) => JSON.stringify(document)),
  );
  for (const { parameter } of signed) {
    for (const authority of [address, address.toLowerCase()]) {
      const authorities = [Wallet.createRandom().address, authority];
      assert.equal(refusal(`track_id=7&signature=${parameter}`, { cid: CID, authorities, now: NOW }), undefined);
    }
  }
});

test("published node refuses other signers, audio and ages", async () => {
  const { address, privateKey } = Wallet.createRandom();
  const document = JSON.stringify({ cid: CID, trackId: 7, userId: 3, timestamp: NOW });
  const [{ parameter }] = await gateSign(privateKey, [document]);
  const track = { cid: CID, authorities: [address], now: NOW };
  const judge = (changed, query = `signature=${parameter}`) => refusal(query, { ...track, ...changed });
  assert.equal(judge({}), undefined);
  const others = [Wallet.createRandom().address];
  assert.equal(judge({ authorities: others }), "signer not authorized for this track (access_authorities)");
  assert.equal(judge({ cid: `${CID}x` }), "signature contains incorrect CID");
  assert.equal(judge({ now: NOW + 47 * HOUR_MS }), undefined);
  assert.equal(judge({ now: NOW + 49 * HOUR_MS }), "signature too old");
  assert.equal(judge({}, "track_id=7"), "invalid signature");
  assert.equal(judge({}, `signature=${parameter.replace("0x", "0y")}`), "invalid signature");
});

test("published node refuses an upload ID", async () => {
  const { address, privateKey } = Wallet.createRandom();
  const document = JSON.stringify({ cid: CID, trackId: 7, timestamp: NOW, upload_id: "01J0" });
  const [{ parameter }] = await gateSign(privateKey, [document]);
  const track = { cid: CID, authorities: [address], now: NOW };
  assert.equal(refusal(`signature=${parameter}`, track), "signature contains incorrect upload ID");
});

test(`our gate takes the published layout: ${CASES} cases`, async () => {
  const random = new Random(seed + 4);
  const cases = Array.from({ length: CASES }, () => {
    const privateKey = hexlify(random.bytes(32));
    // The layout and the order of the published signature.
    const [trackId, userId] = [random.bits(), random.bits()];
    const data = `{"trackId": ${trackId}, "cid": "${CID}", "timestamp": ${NOW}, "userId": ${userId}, "shouldCache": 1}`;
    return { data, signature: sign(privateKey, data), address: new Wallet(privateKey).address };
  });
  const { answers, code } = await gateVerify(
    cases.map(({ address }) => address),
    cases.map(({ data, signature }) => ({ data, signature })),
  );
  assert.deepEqual(
    answers.map(({ address }) => address),
    cases.map(({ address }) => address),
  );
  assert.equal(code, 0);
});
