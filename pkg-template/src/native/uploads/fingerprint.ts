// Identifies a file. Neither a secret nor a proof: it must differ for files that differ by accident.

/** How many bytes of a file are hashed, at its start and at its end. */
const LOOK = 64 * 1024;

/** Returns the fingerprint, which reveals nothing about the file. Rejects if the file cannot be read. */
export const fingerprint = async (file: File): Promise<string> => {
  const { name, size, lastModified, type } = file;
  const ends = [file.slice(0, LOOK), file.slice(Math.max(LOOK, size - LOOK))].map(textOf);
  const text = JSON.stringify([name, size, lastModified, type, ...(await Promise.all(ends))]);
  return [1, 2].map((seed) => hash(text, seed)).join("");
};

/** Returns a blob's content as text. React Native can only return a data URL. */
const textOf = async (blob: Blob): Promise<string> => {
  if (!blob.size) return "";
  if (typeof FileReader === "undefined") return String(new Uint8Array(await blob.arrayBuffer()));
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
};

/** Returns a hash of 53 bits (cyrb53, public domain). */
const hash = (text: string, seed: number): string => {
  let [one, two] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    two = Math.imul(two ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & two) + (one >>> 0)).toString(36);
};
