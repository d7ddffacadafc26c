// Random choices that a text determines: the same text, the same choices, in every run and every version of Node.

export class Random {
  #state;

  /** @param {string} seed */
  constructor(seed) {
    this.#state = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1].map((start, index) => hash(`${index}/${seed}`) ^ start);
    for (let i = 0; i < 12; i++) this.next();
  }

  /** 32 bits, by sfc32 (Doty-Humphrey). */
  next() {
    let [a, b, c, counter] = this.#state;
    const bits = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + bits) | 0;
    this.#state = [a, b, c, counter];
    return bits >>> 0;
  }

  /** A whole number from 0 to `limit - 1`. */
  below(limit) {
    return Math.floor((this.next() / 2 ** 32) * limit);
  }

  /** True, with this probability. */
  chance(probability) {
    return this.next() / 2 ** 32 < probability;
  }

  /** One of these. */
  pick(...choices) {
    return choices[this.below(choices.length)];
  }

  /** As many as `count`, each made by `make`. */
  times(count, make) {
    return Array.from({ length: count }, make);
  }
}

/** FNV-1a, and a finish that spreads it. */
const hash = (text) => {
  let hashed = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hashed = Math.imul(hashed ^ text.charCodeAt(index), 0x01000193);
  }
  hashed = Math.imul(hashed ^ (hashed >>> 16), 0x85ebca6b);
  return Math.imul(hashed ^ (hashed >>> 13), 0xc2b2ae35);
};
