// The phone's client must behave like the web's and the fake one: real.core.ts, fake.test.ts.

import { callsBehave } from "./calls.js";
import { musicBehaves } from "./music.js";
import { openNative } from "./native.js";
import { ownTracksBehave, uploadsBehave } from "./own.js";
import { sessionBehaves } from "./session.js";

const open = openNative();

sessionBehaves("native", open, false);
callsBehave("native", open);
musicBehaves("native", open);
ownTracksBehave("native", open);
uploadsBehave("native", open);
