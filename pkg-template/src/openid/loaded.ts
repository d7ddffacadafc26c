import { StagepassError } from "../errors.js";

/** Waits for a script that is loaded on first use. Bundlers detect it by the `import` of the caller. */
export const loaded = <Script>(script: Promise<Script>): Promise<Script> =>
  script.catch((cause) => {
    throw new StagepassError("load_failed", { cause });
  });
