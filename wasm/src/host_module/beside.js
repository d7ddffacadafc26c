// What stands beside the glue in host.js, where there may be neither TextEncoder nor TextDecoder.

/** The UTF-8 of a text, half of a pair of surrogates as U+FFFD: what TextEncoder gives. */
function encodeUtf8(text) {
  const octets = [];
  for (const character of text) {
    const point = character.codePointAt(0);
    const code = point >= 0xd800 && point < 0xe000 ? 0xfffd : point;
    if (code < 0x80) octets.push(code);
    else if (code < 0x800) octets.push(0xc0 | (code >> 6), more(code));
    else if (code < 0x10000) octets.push(0xe0 | (code >> 12), more(code >> 6), more(code));
    else octets.push(0xf0 | (code >> 18), more(code >> 12), more(code >> 6), more(code));
  }
  return new Uint8Array(octets);
}

function more(code) {
  return 0x80 | (code & 0x3f);
}

/** The text of UTF-8 that is sound: it comes from Rust, which has no other. */
function decodeUtf8(octets) {
  let text = "";
  for (let index = 0; index < octets.length; ) {
    const first = octets[index++];
    const others = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let code = others ? first & (0x3f >> others) : first;
    for (const end = index + others; index < end; index++) code = (code << 6) | (octets[index] & 0x3f);
    text += String.fromCodePoint(code);
  }
  return text;
}

