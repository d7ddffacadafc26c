// In this bundle an engine is a phone: what runs the core is the same for all of them, what the core runs on is the client's.

import { instantiate } from "../core.js";
import type { Engine as Made } from "../engine.js";
import type { Phone } from "./phone.js";

export type Engine = Phone;

export const engineOf = (phone: Phone): Engine => phone;

/** The core, which came with the script, in JavaScript. */
export const engine: Made = async (imports) => instantiate(imports);
