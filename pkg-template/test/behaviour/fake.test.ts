// stagepass/testing must behave like the real client: real.core.ts runs the same tests with that.

import { freshCopy } from "../support/pretend.js";
import { callsBehave } from "./calls.js";
import { openFake } from "./fake.js";
import { musicBehaves } from "./music.js";
import { ownTracksBehave, uploadsBehave } from "./own.js";
import { sessionBehaves } from "./session.js";

const open = openFake(await import(`${freshCopy()}testing.js`));

sessionBehaves("fake", open);
callsBehave("fake", open);
musicBehaves("fake", open);
ownTracksBehave("fake", open);
uploadsBehave("fake", open);
