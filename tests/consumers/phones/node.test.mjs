// The flows in Node, with the packed package as it is: no bundler and no other package is needed.

import { testFlows } from "./drive/flows.mjs";
import { startInNode } from "./drive/node.mjs";

testFlows({ [`Node ${process.versions.node.split(".")[0]}`]: startInNode });
