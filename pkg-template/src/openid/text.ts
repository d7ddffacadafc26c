import { StagepassError } from "../errors.js";

/** The longest response of a provider that is read, in bytes. */
const LONGEST = 1 << 20;

/** Returns the body of a response. Rejects with `bad_response` if it is longer than a MiB, and reads no further. */
export const textOf = async ({ body, status }: Response): Promise<string> => {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let left = LONGEST;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return text + decoder.decode();
    left -= value.length;
    if (left < 0) {
      reader?.cancel().catch(() => {});
      throw new StagepassError("bad_response", { status });
    }
    text += decoder.decode(value, { stream: true });
  }
};
