// By what a file is known again. Not a secret and no proof: it has to differ where files differ by accident.

/** How much of a file is looked at, at its beginning and at its end, in bytes. */
const LOOK = 64 * 1024;

/** The same for the same file only, and says nothing of it. Rejects where the file cannot be read. */
export const fingerprint = async (file: File): Promise<string> => {
  const { name, size, lastModified, type } = file;
  const ends = [file.slice(0, LOOK), file.slice(Math.max(LOOK, size - LOOK))].map(textOf);
  const text = JSON.stringify([name, size, lastModified, type, ...(await Promise.all(ends))]);
  return [1, 2].map((seed) => hash(text, seed)).join("");
};

/** What is in a blob, as some text: React Native can give no more than a data URL. */
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

/** 53 bits of it (cyrb53, public domain). */
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
