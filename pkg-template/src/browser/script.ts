import type { Script } from "./engine.js";

/** Loads the core as JavaScript. Bundlers detect the file by this exact expression. Keep it in one piece. */
export const script: Script = () => import("../core.js");
