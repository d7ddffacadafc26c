/** What Stagepass stores in this browser, without the secrets, because others may see the screen. */
export function storedValues(): [key: string, shown: string][] {
  try {
    return Object.entries({ ...localStorage })
      .filter(([key]) => /^stagepass[/.]/.test(key))
      .map(([key, value]): [string, string] => [key, String(value).split("\n").map(masked).join("\n")])
      .sort();
  } catch {
    // Storage can be denied: then nothing is kept.
    return [];
  }
}

/** Hides whatever could be a token, a verifier or a state: all but addresses, numbers and short words. */
function masked(line: string): string {
  const isPlain = line.length <= 8 || /^\d{1,13}$/.test(line) || /^https?:\/\//.test(line);
  return isPlain ? line : `${line.slice(0, 4)}… (${line.length} characters)`;
}
