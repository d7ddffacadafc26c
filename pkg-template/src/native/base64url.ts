const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Encodes bytes for a URL (RFC 4648 section 5), without padding. The Hermes of 2022 has no `btoa`. */
export const base64url = (bytes: Uint8Array): string => {
  let text = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    for (let place = 0; place < 4 && at + place <= bytes.length; place++)
      text += ALPHABET[(bits >> (18 - 6 * place)) & 63];
  }
  return text;
};
