// stagepass/testing, held to what its client stands for: real.core.ts runs the same over the real one.

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
