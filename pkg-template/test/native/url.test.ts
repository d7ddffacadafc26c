import assert from "node:assert/strict";
import { test } from "node:test";
import { Address, Query } from "../../src/native/web/url.js";

const BASE = "https://music.example/v1/tracks?page=2#top";

const PARTS = ["protocol", "host", "hostname", "port", "origin", "pathname", "search", "hash", "href"] as const;

/** Returns all parts of the URL, or undefined if it is refused. */
const partsOf = (Kind: typeof Address | typeof URL, ...given: [string, string?]) => {
  try {
    const url = new Kind(...given);
    return PARTS.map((part) => url[part]);
  } catch {
    return undefined;
  }
};

test("what an app and a service write is read as a browser reads it", () => {
  for (const [written, base] of [
    ["https://music.example"],
    ["HTTPS://Music.Example:443/A/../b/./c?x=1&y=%2e#frag"],
    ["http://localhost:8080/v1"],
    ["http://127.0.0.1:1/v1/"],
    ["http://[::1]:8080/v1"],
    ["https://xn--bcher-kva.example./x"],
    ["https://a.example/ä ö?ü 'x'#é"],
    ["https://a.example?x#"],
    ["https://a.example/a%2f..%2fb/%2e%2E/c"],
    ["https://a.example/a//b/../..//"],
    ["tracks/7", BASE],
    ["/me", BASE],
    ["../v2/me", BASE],
    ["?cursor=7", BASE],
    ["#x", BASE],
    ["", BASE],
    ["//files.example/x", BASE],
    [" me ", BASE],
    ["a:b/c", `${BASE}`],
    ["./a:b", BASE],
  ] as [string, string?][]) {
    const right = partsOf(URL, written, base);
    const isOurs = right?.[0]?.startsWith("http");
    assert.deepEqual(partsOf(Address, written, base), isOurs ? right : undefined, written);
  }
});

test("what two parsers could read in two ways is refused", () => {
  for (const written of [
    "https://user@a.example/",
    "https://user:password@a.example/",
    "https:\\\\a.example",
    "https://a.example\\@evil.example/",
    "https:a.example",
    "https:/a.example",
    "https:///a.example",
    "https://",
    "https://?x",
    "https://a.example:65536/",
    "https://a.example:8o/",
    "https://a..example/",
    "https://0x7f.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://127.0.0.01/",
    "https://1.2.3.4.",
    "https://[::ffff:1.2.3.4]/",
    "https://b%C3%BCcher.example/",
    "https://bücher.example/",
    "https://a.ex\tample/",
    "java\nscript:alert(1)",
    "javascript:alert(1)",
    "data:,x",
    "file:///etc/passwd",
    "com.example.app://callback",
    "no address",
    "https://a.example/\ud800",
  ]) {
    assert.throws(() => new Address(written), TypeError, written);
    assert.throws(() => new Address(`${written}\u0000`, BASE), TypeError, written);
  }
});

/** A small generator of its own: a failure comes again with its seed. */
const randomly = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

const PIECES = [
  ..."/?#.:@%\\&=+-_~!'()*;,[]{}|<>\" \u0000\t\u00e9\ud800",
  "..",
  "%2e",
  "%2F",
  "%5c",
  "//",
  "http:",
  "https://",
  "a.example",
  "127.0.0.1",
  "0x7f",
  "[::1]",
  ":443",
  ":80",
  "v1",
  "x=1",
];

test("whatever is read is read as a browser reads it", () => {
  let read = 0;
  for (let seed = 0; seed < 30_000; seed++) {
    const random = randomly(seed);
    const piece = () => PIECES[Math.floor(random() * PIECES.length)] ?? "";
    const lead = ["https://a.example", "http://localhost:80", "https://", ""][Math.floor(random() * 4)] ?? "";
    const written = lead + Array.from({ length: 1 + Math.floor(random() * 6) }, piece).join("");
    const base = random() < 0.5 ? BASE : undefined;
    const ours = partsOf(Address, written, base);
    if (!ours) continue;
    read++;
    assert.deepEqual(ours, partsOf(URL, written, base), `${seed}: ${JSON.stringify(written)}`);
  }
  assert.ok(read > 4_000, `${read}`);
});

test("a query is written as a browser writes it", () => {
  const right = new URLSearchParams();
  const ours = new Query();
  for (const [name, value] of [
    ["limit", "7"],
    ["cursor", "a b+c&d=é!'()*~-._"],
    ["limit", "8"],
  ] as const) {
    right.set(name, value);
    ours.set(name, value);
  }
  assert.equal(`${ours}`, `${right}`);
  assert.equal(`${new Query()}`, "");
});
