import { MISSING } from "./border.gen.js";
import { EXPECTED, FAULTS, FIELDS } from "./errors.gen.js";

/** Returns the message for `field`: what its value must be, and whether it is missing. */
export const faultMessage = (field: (typeof FIELDS)[number], fault: number): string =>
  `${field} ${fault === MISSING ? "is missing: it " : ""}must ${FAULTS[fault] || `be ${EXPECTED[FIELDS.indexOf(field)]}`}.`;
