// The flows in the engines of phones and browsers, in the bundles that Metro makes for them.

import { COLUMNS } from "./drive/columns.mjs";
import { testFlows } from "./drive/flows.mjs";

testFlows(COLUMNS);
