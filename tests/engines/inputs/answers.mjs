// Responses of the service: correct ones, and wrong ones as real services, proxies and captive portals have sent them.

import { changed, DIGITS, huge, long, NUMBERS, number, weird } from "./texts.mjs";

const json = (status, body, timing = {}) => ({ kind: "answer", status, body: JSON.stringify(body), ...timing });

/** Tokens. */
export const tokens = (random) => {
  const body = { access_token: `access-${random.below(20)}`, refresh_token: `refresh-${random.below(1000)}` };
  if (random.chance(0.8))
    Object.assign(body, { token_type: "Bearer", expires_in: 3600, scope: random.pick("read", "write") });
  if (random.chance(0.1)) body.token_type = "DPoP";
  if (random.chance(0.2)) body.refresh_token_expires_in = 2_592_000;
  if (random.chance(0.5))
    body.user = random.pick({ userId: 7, name: "größe 😀\n", handle: "ada" }, null, "", "x", [1], { toJSON: 1 });
  return json(200, body, timing(random));
};

export const revoked = (random) => json(200, {}, timing(random));

/** An answer that is not as it should be; `right` is one that is. */
export const odd = (random, right) => {
  switch (random.below(12)) {
    case 0:
      return random.pick({ kind: "offline" }, { kind: "silent" }, { kind: "drip", status: 200 });
    case 1:
      return random.pick(
        { kind: "cut", status: 200, bodyAfter: 10 },
        { kind: "no text", status: 200 },
        { kind: "answer", status: 200, body: "x", after: 20_000 },
      );
    case 2:
    case 3:
      return refusal(random);
    case 4:
      return {
        kind: "answer",
        status: random.pick(200, 200, 400, 502),
        body: random.pick("<!doctype html><h1>Portal</h1>", "", "OK", "{", "nul", "\ufeff{}", "[1,", "NaN"),
      };
    case 5:
      return {
        ...right,
        status: random.pick(0, 199, 201, 204, 299, 301, 399, 400, 401, 403, 404, 429, 500, 503, 599, 999),
      };
    case 6:
      return { ...right, body: changed(random, right.body) };
    case 7:
    case 8:
    case 9:
      return { ...right, body: withMember(random, right.body) };
    case 10:
      return {
        ...right,
        body: random.pick(
          "null",
          "true",
          "7",
          '"text"',
          "[]",
          "{}",
          '{"data":null}',
          '{"data":[]}',
          '{"__proto__":{"access_token":"a","refresh_token":"r"}}',
          '{"access_token":"a","refresh_token":"r","access_token":"b"}',
        ),
      };
    default:
      return { ...right, body: withText(random, right.body) };
  }
};

const ERRORS = [
  "invalid_grant",
  "invalid_client",
  "invalid_request",
  "unsupported_grant_type",
  "server_error",
  "",
  "slow_down",
];

/** A refusal as RFC 6749 section 5.2 has it, and nearly so. */
export const refusal = (random) => {
  const body = { error: random.pick(...ERRORS) };
  if (random.chance(0.5))
    body.error_description = random.pick("The code has expired.", "größe 日本 😀", "", weird(random));
  if (random.chance(0.1)) body.error = random.pick(null, 1, {}, ["invalid_grant"]);
  return json(random.pick(400, 400, 401, 403, 429, 500), body);
};

export const invalidGrant = () => json(400, { error: "invalid_grant", error_description: "The session was revoked." });

export const unauthorized = () => json(401, { error: "invalid_token" });

/**
 * The document with a member that is missing, of another type, or a number at an edge. Numbers are texts, because JSON
 * reads 1e999 too.
 */
const withMember = (random, body) => {
  const document = JSON.parse(body);
  const members = Object.keys(document);
  const member = random.pick(...members, "expires_in", "expires_in", "token_type", "scope");
  delete document[member];
  const written = random.pick(
    undefined,
    ...random.times(4, () => random.pick(...NUMBERS, ...DIGITS)),
    ...["1e999", "-1e999", "3600.5", "1.0", "1e-400", "0.99999999999999999", "999999999.99999999"],
    ...["null", "true", "[]", "{}", '"3600"', '""', '"a\\nb"', '"\\u0000"', '"\\ud800"', '"é"', '"~ !"'],
  );
  if (written === undefined) return JSON.stringify(document);
  const rest = JSON.stringify(document).slice(1);
  return `{${JSON.stringify(member)}:${written}${rest === "}" ? "" : ","}${rest}`;
};

const withText = (random, body) => {
  const document = JSON.parse(body);
  const member = random.pick(...Object.keys(document), "scope", "error");
  return JSON.stringify({ ...document, [member]: weird(random) });
};

/** Megabytes in place of tokens, in them, or in what is said of why there are none. */
export const hugeAnswer = (random) => ({
  kind: "answer",
  status: random.pick(200, 400, 500),
  body: random.pick(
    huge(random),
    { $: "join", of: ['{"error":"', huge(random), '"}'] },
    { $: "join", of: ['{"error":"server_error","error_description":"', huge(random), '"}'] },
    { $: "join", of: ['{"access_token":"a","refresh_token":"', huge(random), '"}'] },
    { $: "join", of: ['{"refresh_token":"r","access_token":"', huge(random), '"}'] },
    { $: "join", of: ['{"access_token":"a","refresh_token":"r","scope":"', huge(random), '"}'] },
    long(random),
  ),
});

/** Responses of a broken host: a status that is not one, a body that is not text. */
export const broken = (random) =>
  random.pick(
    { kind: "nothing" },
    { kind: "no key" },
    { kind: "throws" },
    { kind: "no promise", status: 200, body: "{}" },
    { kind: "answer", status: { $: "throws" }, body: "{}" },
    { kind: "answer", status: random.pick({ $: "symbol", of: "s" }, { $: "bigint", of: "200" }), body: "{}" },
    { kind: "answer", status: number(random), body: "{}" },
    {
      kind: "answer",
      status: random.pick(-1, 65_736, 4_294_967_496, "200", { $: "undefined" }),
      body: '{"access_token":"a","refresh_token":"r"}',
    },
    { kind: "answer", status: 200, body: random.pick(7, true, null, {}, { $: "undefined" }) },
  );

const timing = (random) =>
  random.chance(0.1)
    ? { after: random.pick(1, 50, 14_999, 15_000, 15_001), bodyAfter: random.pick(0, 1, 100, 15_000) }
    : {};
