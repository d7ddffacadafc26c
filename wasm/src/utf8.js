// What host.js has of TextEncoder and TextDecoder, because there may be neither: as much as wasm-bindgen's glue uses.

class TextEncoder {
  /** Writes the UTF-8 of a text, half of a pair of surrogates as U+FFFD. The view has room for it. */
  encodeInto(text, view) {
    let written = 0;
    const more = (code) => {
      view[written++] = 0x80 | (code & 0x3f);
    };
    for (const character of text) {
      const point = character.codePointAt(0);
      const code = point >= 0xd800 && point < 0xe000 ? 0xfffd : point;
      if (code < 0x80) view[written++] = code;
      else {
        view[written++] =
          code < 0x800 ? 0xc0 | (code >> 6) : code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
        if (code >= 0x10000) more(code >> 12);
        if (code >= 0x800) more(code >> 6);
        more(code);
      }
    }
    return { read: text.length, written };
  }
}

class TextDecoder {
  /** Returns the text of UTF-8 that is sound: it comes from Rust, which has no other. */
  decode(octets = []) {
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
}
