// Random documents, and random texts that encode the same documents.

const LARGEST = 2 ** 53 - 1;
const SHORT = { '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "/": "\\/" };

/** Numbers that depend on the seed alone (SplitMix32 of Steele, Lea, Flood). */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  bits() {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return (z ^ (z >>> 16)) >>> 0;
  }

  /** A whole number from 0 to `end`, without it. */
  below(end) {
    return this.bits() % end;
  }

  chance(share) {
    return this.bits() < share * 2 ** 32;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  bytes(length) {
    return Uint8Array.from({ length }, () => this.below(256));
  }

  /** The same items in another order. */
  shuffled(items) {
    const rest = [...items];
    return items.map(() => rest.splice(this.below(rest.length), 1)[0]);
  }
}

/** The members of wire.md, each there or not, and some that it doesn't know. */
export function randomMembers(random) {
  const integer = () => (random.chance(0.1) ? LARGEST : Math.floor((random.bits() * 2 ** 21 + random.bits() / 2048) / 2 ** random.below(53)));
  const members = {
    cid: () => `bae${randomText(random, "abcdefghijklmnopqrstuvwxyz234567", 58)}`,
    trackId: integer,
    userId: integer,
    timestamp: integer,
    upload_id: () => randomUnicode(random, 24),
    shouldCache: () => random.below(2),
  };
  const document = {};
  for (const [name, value] of Object.entries(members)) {
    if (random.chance(0.7)) document[name] = value();
  }
  for (let unknown = random.chance(0.3) ? 1 + random.below(3) : 0; unknown > 0; unknown--) {
    // Not a number's digits: JavaScript puts such members first.
    document[`x${randomUnicode(random, 6)}`] = randomValue(random, 2);
  }
  return document;
}

function randomText(random, alphabet, length) {
  return Array.from({ length }, () => random.pick(alphabet)).join("");
}

/** Any characters but lone surrogates; those that JSON escapes more often than the rest. */
function randomUnicode(random, longest) {
  const planes = [0x20, 0x80, 0x800, 0xd800, 0x10000, 0x110000];
  const character = () => {
    if (random.chance(0.3)) return random.pick(['"', "\\", "/", "\0", "\x1f", "\n", "\x7f", "\u2028", "\ufeff", "\ufb33", "\u{1f600}"]);
    const code = random.below(random.pick(planes));
    return String.fromCodePoint(code >= 0xd800 && code < 0xe000 ? code - 0x800 : code);
  };
  return Array.from({ length: random.below(longest + 1) }, character).join("");
}

function randomValue(random, depth) {
  switch (random.below(depth > 0 ? 6 : 4)) {
    case 0:
      return random.pick([null, true, false]);
    case 1:
      return randomUnicode(random, 8);
    case 2:
      return random.below(1000) - 500;
    case 3:
      return randomDouble(random);
    case 4:
      return Array.from({ length: random.below(3) }, () => randomValue(random, depth - 1));
    default:
      return Object.fromEntries(Array.from({ length: random.below(3) }, () => [`y${randomUnicode(random, 4)}`, randomValue(random, depth - 1)]));
  }
}

/** Any bits that are a double within ±(2^53 - 1). */
function randomDouble(random) {
  for (;;) {
    const [number] = new Float64Array(random.bytes(8).buffer);
    if (Math.abs(number) <= LARGEST) return number;
    // Small exponents are as likely as large ones; most doubles are therefore tiny. A common size, half of the time.
    if (random.chance(0.5)) return random.bits() / 2 ** random.below(40);
  }
}

/** JSON that says `value`, in any layout, order and escaping. */
export function looseJson(random, value) {
  const gap = () => (random.chance(0.2) ? random.pick([" ", "\n", "\t", "\r\n", "  "]) : "");
  const list = (open, items, close) => gap() + open + gap() + items.map((item) => gap() + item + gap()).join(",") + close + gap();
  if (Array.isArray(value)) return list("[", value.map((item) => looseJson(random, item)), "]");
  if (value !== null && typeof value === "object") {
    const members = random.shuffled(Object.entries(value));
    return list("{", members.map(([name, item]) => `${looseString(random, name)}${gap()}:${gap()}${looseJson(random, item)}`), "}");
  }
  if (typeof value === "string") return looseString(random, value);
  if (typeof value === "number" && !Number.isSafeInteger(value)) return looseNumber(random, value);
  return Object.is(value, -0) ? "-0" : String(value);
}

function looseString(random, text) {
  const share = random.pick([0, 0.1, 1]);
  // By UTF-16 unit, which is what an escape writes; a pair of surrogates is escaped as a whole or not at all.
  const written = (character) => {
    const short = SHORT[character];
    if (short && random.chance(0.5)) return short;
    if (character === '"' || character === "\\" || character < " " || random.chance(share)) return escaped(random, character);
    return character;
  };
  return `"${Array.from(text, written).join("")}"`;
}

function escaped(random, character) {
  const unit = (code) => {
    const digits = code.toString(16).padStart(4, "0");
    return `\\u${random.chance(0.5) ? digits : digits.toUpperCase()}`;
  };
  return Array.from({ length: character.length }, (_, at) => unit(character.charCodeAt(at))).join("");
}

function looseNumber(random, number) {
  const [mantissa, exponent] = number.toExponential().split("e");
  return random.pick([String(number), `${mantissa}${mantissa.includes(".") ? "" : ".0"}00E${exponent}`, `${mantissa}e${exponent}`]);
}
