// Texts, numbers and values that have caused bugs elsewhere.

export const NASTY = [
  "",
  " ",
  "\0",
  "\n",
  "\r\n",
  "\t",
  "\x7f",
  "\x80",
  "\u00a0",
  "\u061c",
  "\u200e",
  "\u2028",
  "\u202e",
  "\u2066",
  "\ufeff",
  "\ufffd",
  "\ufffe",
  "é",
  "e\u0301",
  "ß",
  "İ",
  "日本",
  "😀",
  "\ud83d",
  "\ude00",
  "\ude00\ud83d",
  "a\ud800b",
  "%",
  "%4",
  "%zz",
  "%00",
  "%0a",
  "%ff",
  "%c3%a9",
  "%ed%a0%80",
  "%F0%9F%98%80",
  "+",
  "\\",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "true",
  "0",
];

/** One of the nasty ones, or units of UTF-16 at random. */
export const weird = (random) => {
  const kind = random.below(6);
  if (kind < 3) return random.pick(...NASTY);
  if (kind === 3) return random.times(random.below(12), () => random.pick(...NASTY)).join("");
  const limit = random.pick(0x80, 0x100, 0x800, 0x10000);
  return String.fromCharCode(...random.times(random.below(40), () => random.below(limit)));
};

/** The text with something changed in it. */
export const changed = (random, text) => {
  const at = random.below(text.length + 1);
  const [before, after] = [text.slice(0, at), text.slice(at)];
  switch (random.below(8)) {
    case 0:
      return before + weird(random) + after;
    case 1:
      return before + after.slice(1);
    case 2:
      return before;
    case 3:
      return text + text.slice(at);
    case 4:
      return before + after.toUpperCase();
    case 5:
      return `${before}%${(after.charCodeAt(0) || 0).toString(16).padStart(2, "0").slice(-2)}${after.slice(1)}`;
    case 6:
      return before + random.pick(..."/?#&=:@[]%\\.;,+ \n") + after;
    default:
      return before + after.slice(1 + random.below(8));
  }
};

/** A text that is long: some kilobytes. */
export const long = (random) => ({
  $: "repeat",
  of: {
    text: random.pick("a", "é", "日", "😀", "\ud800", "%41", "a\n", "ab日"),
    times: random.pick(100, 201, 1000, 4096, 5461, 30_000),
  },
});

/** A text of megabytes. Memory grows while it is taken over: at once for ASCII, and again where other letters begin. */
export const huge = (random) => {
  const times = random.pick(300_000, 1_048_576, 2_097_153);
  const repeat = (text) => ({ $: "repeat", of: { text, times: Math.ceil(times / text.length) } });
  return random.pick(repeat("a"), repeat("é日😀"), {
    $: "join",
    of: [repeat("a"), random.pick("é", "日", "😀", "\ud800", "\n"), repeat("b")],
  });
};

/** Decimal digits at the edges of what a number of the core can hold, and what is none. */
export const DIGITS = [
  "0",
  "1",
  "-1",
  "00",
  "007",
  "4294967295",
  "4294967296",
  "4294967297",
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "9223372036854775807",
  "9223372036854775808",
  "18446744073709551609",
  "18446744073709551615",
  "18446744073709551616",
  "18446744073709551620",
  "184467440737095516150",
  "1844674407370955162",
  "1e3",
  "1.5",
  "+1",
  " 1",
  "1 ",
  "１",
  "",
  "NaN",
];

/** Numbers of JavaScript at the edges of every type that one is made into. */
export const NUMBERS = [
  "0",
  "-0",
  "1",
  "-1",
  "0.5",
  "0.9999999999999999",
  "-0.5",
  "1.5",
  "255.5",
  "2147483647",
  "2147483648",
  "-2147483648",
  "-2147483649",
  "4294967295",
  "4294967295.5",
  "4294967296",
  "4294967297",
  "999999999",
  "999999999.9999999",
  "1000000000",
  "1000000000.0000001",
  "9007199254740991",
  "9007199254740992",
  "-9007199254740993",
  "9223372036854774784",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "18446744073709549568",
  "18446744073709551615",
  "18446744073709551616",
  "1e20",
  "1e308",
  "-1e308",
  "5e-324",
  "2.2250738585072014e-308",
  "1e-7",
  "NaN",
  "Infinity",
  "-Infinity",
];

export const number = (random) =>
  random.chance(0.8)
    ? { $: "number", of: random.pick(...NUMBERS) }
    : { $: "number", of: String((random.next() - 2 ** 31) * 2 ** (random.below(100) - 40)) };

/** Values that are not texts. */
export const noText = (random) =>
  random.pick(
    null,
    true,
    false,
    {},
    [],
    ["read"],
    { $: "undefined" },
    { $: "throws" },
    { $: "symbol", of: "s" },
    { $: "bigint", of: "18446744073709551616" },
    { $: "function", of: "read" },
    { $: "promise", of: "read" },
    { $: "string object", of: "read" },
    number(random),
  );

/** Anything at all. */
export const anything = (random) => {
  const kind = random.below(20);
  if (kind === 0) return long(random);
  return kind < 12 ? weird(random) : noText(random);
};
