// The real client must behave like the fake one: fake.test.ts.

import { callsBehave } from "./calls.js";
import { musicBehaves } from "./music.js";
import { ownTracksBehave, uploadsBehave } from "./own.js";
import { openReal } from "./real.js";
import { sessionBehaves } from "./session.js";

const open = openReal(new URL("../../../core/", import.meta.url));

sessionBehaves("real", open);
callsBehave("real", open);
musicBehaves("real", open);
ownTracksBehave("real", open);
uploadsBehave("real", open);
