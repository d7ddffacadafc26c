import { MISSING } from "./border.gen.js";
import { EXPECTED, FAULTS, FIELDS } from "./errors.gen.js";

/** Returns the message for `field`: what is wrong with its value and what to do, or what the value must be. */
export const faultMessage = (field: (typeof FIELDS)[number], fault: number): string =>
  `${field} ${FAULTS[fault] || `${fault === MISSING ? "is missing: it " : ""}must be ${EXPECTED[FIELDS.indexOf(field)]}.`}`;
