// The types of both cores' glue, with the globals of a page as an argument. bundle.mjs makes it of the same files that
// replace src/glue.d.ts.

import type { Glue, OpenIdFunctions } from "./glue.js";

/** Returns the glue of the core for a service of Stagepass, in this page. */
export function core(globals: object): Glue;

/** Returns the glue of the core for other providers, in this page. */
export function openid(globals: object): Glue & OpenIdFunctions;
