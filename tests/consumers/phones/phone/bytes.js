// Bytes as texts with one letter for each, for engines that have neither TextEncoder nor atob.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function toBase64(bytes) {
  let written = "";
  for (let at = 0; at < bytes.length; at += 3) {
    const [one, two = 0, three = 0] = [0, 1, 2].map((next) => (at + next < bytes.length ? bytes.charCodeAt(at + next) : undefined));
    const bits = (one << 16) | (two << 8) | three;
    written += [18, 12, 6, 0].map((shift) => DIGITS[(bits >> shift) & 63]).join("");
  }
  const missing = (3 - (bytes.length % 3)) % 3;
  return written.slice(0, written.length - missing) + "=".repeat(missing);
}

export function fromBase64(written) {
  const digits = written.replace(/=+$/, "");
  const bytes = [];
  for (let at = 0; at < digits.length; at += 4) {
    const [one, two, three, four] = [0, 1, 2, 3].map((next) => Math.max(0, DIGITS.indexOf(digits.charAt(at + next) || "A")));
    const bits = (one << 18) | (two << 12) | (three << 6) | four;
    bytes.push(String.fromCharCode((bits >> 16) & 255, (bits >> 8) & 255, bits & 255));
  }
  return bytes.join("").slice(0, Math.floor((digits.length * 3) / 4));
}

export const toUtf8 = (text) => unescape(encodeURIComponent(text));

export function fromUtf8(bytes) {
  try {
    return decodeURIComponent(escape(bytes));
  } catch {
    // No UTF-8. Phones put replacement characters there; nothing here depends on which.
    return bytes.replace(/[\u0080-\u00ff]/g, "\ufffd");
  }
}
