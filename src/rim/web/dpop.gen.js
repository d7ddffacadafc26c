// Written by `npm run dpop` in pkg-template from src/entry/dpop.ts. Do not edit.

// src/base64url.ts
var base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replace(/=/g, "").replace(/\+/g, "-").replace(/\//g, "_");

// src/dpop/keys.ts
var STORE = "keys";
var known = {};
var spare;
var prepareKey = () => {
  spare ?? (spare = create());
  return spare;
};
var addKey = async (name) => {
  const made = prepareKey();
  spare = void 0;
  const key = await made;
  await work("readwrite", (store) => store.put(key, name));
  known[name] = key;
  return key;
};
var findKey = async (name) => {
  known[name] ?? (known[name] = await work("readonly", (store) => store.get(name)));
  return known[name];
};
var deleteKey = (name) => work("readwrite", (store) => store.delete(name)).catch(() => {
});
var octets = (text) => new TextEncoder().encode(text);
var sign = (privateKey, message) => crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, message);
var hash = async (text) => base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", octets(text))));
var unique = () => base64url(crypto.getRandomValues(new Uint8Array(16)));
var isForeign = (url) => new URL(url).origin !== location.origin;
var hasLocks = () => navigator.locks;
var create = async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign"
  ]);
  const { ext: _ext, key_ops: _uses, ...jwk } = await crypto.subtle.exportKey("jwk", publicKey);
  return { privateKey, jwk };
};
var work = (mode, act) => new Promise((resolve, reject) => {
  const opening = indexedDB.open("stagepass");
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  opening.onerror = reject;
  opening.onsuccess = () => {
    const database = opening.result;
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    transaction.oncomplete = () => {
      database.close();
      resolve(request.result);
    };
    transaction.onabort = reject;
  };
});

// src/dpop/proof.ts
var nonces = {};
var skew = 0;
var proofFor = async ({ privateKey, jwk }, method, url, token) => {
  const claims = {
    jti: unique(),
    htm: method,
    htu: url.replace(/[?#].*/, ""),
    iat: Math.floor((Date.now() + skew) / 1e3),
    nonce: nonces[new URL(url).origin],
    ath: token && await hash(token)
  };
  const parts = [{ typ: "dpop+jwt", alg: "ES256", jwk }, claims];
  const text = parts.map((part) => base64url(octets(JSON.stringify(part)))).join(".");
  return `${text}.${base64url(new Uint8Array(await sign(privateKey, octets(text))))}`;
};
var isWorthRetry = async (url, reply) => {
  const { status, headers } = reply;
  const nonce = headers.get("DPoP-Nonce");
  if (nonce) nonces[new URL(url).origin] = nonce;
  if (!/40[01]/.test(status)) return false;
  const challenge = headers.get("WWW-Authenticate");
  const errorText = challenge + await reply.clone().text();
  const difference = Date.parse(headers.get("Date")) - Date.now();
  const isLate = /invalid_dpop_proof/.test(errorText) && !!difference;
  if (isLate) skew = difference;
  return isLate || !!nonce && (/use_dpop_nonce/.test(errorText) || status === 401 && !challenge);
};
var headersFor = async (name, method, url, token) => {
  const key = await findKey(name);
  return key && { DPoP: await proofFor(key, method, url, token), ...token && { Authorization: `DPoP ${token}` } };
};

// src/border.gen.ts
var DPOP_OFFERED = 1;
var DPOP_BOUND = 3;

// src/dpop/send.ts
var METADATA_WITHIN = 2e3;
var offers = {};
var prepare = ({ baseUrl, tokenEndpoint, dpop }, signal) => {
  const url = tokenEndpoint ?? baseUrl.replace(/\/?$/, "/oauth/token");
  const warm = async () => {
    if (url && (dpop === true || await isOffered(url)) && isForeign(url))
      await fetch(url, {
        method: "HEAD",
        headers: { DPoP: "none" },
        credentials: "omit",
        signal
      });
  };
  prepareKey().then(warm).catch(() => {
  });
};
var isOffered = (url) => {
  offers[url] ?? (offers[url] = readOffer(url).catch(() => delete offers[url] && false));
  return offers[url];
};
var readOffer = async (url) => {
  const late = new AbortController();
  setTimeout(() => late.abort(), METADATA_WITHIN);
  const answer = await fetch(url.replace(/([^:/])(\/.*)?\/oauth.*/, "$1/.well-known/oauth-authorization-server$2"), {
    credentials: "omit",
    signal: late.signal
  });
  return (await answer.json()).dpop_signing_alg_values_supported.includes("ES256");
};
var send = async (url, init) => {
  const { dpop, key: name } = init;
  const isBound = dpop === DPOP_BOUND;
  const isOptional = dpop === DPOP_OFFERED;
  const key = isBound ? await findKey(name).catch(() => null) : (!isOptional || await isOffered(url)) && await addKey(name).catch(() => null);
  if (!key) return isOptional ? fetch(url, init) : key === void 0 ? new Response(LOST, { status: 400 }) : null;
  if (isBound && !/grant_type/.test(`${init.body}`)) void deleteKey(name);
  let isOver = !isBound;
  try {
    const answer = await sendRequest(new Request(url, { ...init, cache: "default" }), false, name);
    const responseText = await answer.clone().text();
    isOver = isBound ? (
      // Without locks, another tab may just have refreshed the session.
      answer.status === 400 && responseText.includes("invalid_grant") && hasLocks()
    ) : !/"token_type"\W+dpop"/i.test(responseText);
    return answer;
  } finally {
    if (isOver) void deleteKey(name);
  }
};
var LOST = '{"error":"invalid_grant","error_description":"The key is gone."}';
var sendRequest = async (request, isStream, name, token, init) => {
  const attempt = async () => {
    const headers = await headersFor(name, request.method, request.url, token);
    if (!headers || request.bodyUsed) return new Response(null, { status: 401 });
    const copy = isStream ? request : request.clone();
    for (const header in headers) copy.headers.set(header, headers[header]);
    return fetch(copy, init);
  };
  const answer = await attempt();
  return await isWorthRetry(request.url, answer) ? attempt() : answer;
};
export {
  headersFor,
  isWorthRetry,
  prepare,
  send,
  sendRequest
};
