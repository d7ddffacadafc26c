// The real client, held to what the fake one is held to: behaviour.test.ts.

import { callsBehave } from "./behaviour/calls.js";
import { musicBehaves } from "./behaviour/music.js";
import { ownTracksBehave, uploadsBehave } from "./behaviour/own.js";
import { openReal } from "./behaviour/real.js";
import { sessionBehaves } from "./behaviour/session.js";

const open = openReal(new URL("../../../core/", import.meta.url));

sessionBehaves("real", open);
callsBehave("real", open);
musicBehaves("real", open);
ownTracksBehave("real", open);
uploadsBehave("real", open);
