// The client of a phone, held to what the web's and the fake one are held to: behaviour.core.ts, behaviour.test.ts.

import { callsBehave } from "./behaviour/calls.js";
import { musicBehaves } from "./behaviour/music.js";
import { openNative } from "./behaviour/native.js";
import { ownTracksBehave, uploadsBehave } from "./behaviour/own.js";
import { sessionBehaves } from "./behaviour/session.js";

const open = openNative();

sessionBehaves("native", open, false);
callsBehave("native", open);
musicBehaves("native", open);
ownTracksBehave("native", open);
uploadsBehave("native", open);
