import { createHash } from "node:crypto";

/** Returns the hash of a file's content as browsers expect it (Subresource Integrity). */
export const integrityOf = (content) => `sha384-${createHash("sha384").update(content).digest("base64")}`;
