// How a node of the public music service judges a signed URL, written from its published source with ethers:
// `ParseFromQueryString` in pkg/mediorum/server/signature/signature.go, and `requireRegisteredSignature` in
// pkg/mediorum/server/serve_blob.go, for the route /tracks/cidstream/:cid and a track with access authorities.

import { signer } from "./wire.mjs";

const MAX_AGE_MS = 48 * 60 * 60 * 1000;
const INTEGERS = ["trackId", "userId", "timestamp", "shouldCache"];
const TEXTS = ["cid", "upload_id"];

/**
 * Returns the `error` of the node's 401, or undefined if the node serves the audio. `query` is the query of the URL.
 * `authorities` are the addresses that may sign for the track.
 */
export function refusal(query, { cid, authorities, now }) {
  const signed = recovered(new URLSearchParams(query).get("signature") ?? "");
  if (!signed) return "invalid signature";
  const { address, data } = signed;
  if (!authorities.some((authority) => authority.toLowerCase() === address.toLowerCase())) {
    return "signer not authorized for this track (access_authorities)";
  }
  // The age counts from the whole second. A time in the future is no reason.
  if (now - Math.floor(data.timestamp / 1000) * 1000 > MAX_AGE_MS) return "signature too old";
  if (data.cid !== cid) return "signature contains incorrect CID";
  // The route has no upload, so the document must name none.
  return data.upload_id === "" ? undefined : "signature contains incorrect upload ID";
}

function recovered(parameter) {
  try {
    const envelope = JSON.parse(parameter);
    return { address: signer(envelope), data: typed(JSON.parse(envelope.data)) };
  } catch {
    return undefined;
  }
}

/** The members that the node knows. Go refuses other types, and gives a missing member or `null` its empty value. */
function typed(document) {
  const read = (names, isOfType, empty) =>
    names.map((name) => {
      const value = document[name] ?? empty;
      if (!isOfType(value)) throw new TypeError(name);
      return [name, value];
    });
  return Object.fromEntries([
    ...read(INTEGERS, Number.isInteger, 0),
    ...read(TEXTS, (value) => typeof value === "string", ""),
  ]);
}
