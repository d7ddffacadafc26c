// The randomness of a life of the app: the same in every run, and another one in every column.

import { createHash } from "node:crypto";

/** Returns hexadecimal digits. A column has its own, because the service must not receive a code or a file twice. */
export const seedOf = (column, flow, life) => createHash("sha256").update(`${column}/${flow}/${life}`).digest("hex").slice(0, 32);
