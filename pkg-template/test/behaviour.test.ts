// stagepass/testing, held to what its client stands for: behaviour.core.ts runs the same over the real one.

import { callsBehave } from "./behaviour/calls.js";
import { openFake } from "./behaviour/fake.js";
import { musicBehaves } from "./behaviour/music.js";
import { ownTracksBehave, uploadsBehave } from "./behaviour/own.js";
import { sessionBehaves } from "./behaviour/session.js";
import { freshCopy } from "./pretend.js";

const open = openFake(await import(`${freshCopy()}testing.js`));

sessionBehaves("fake", open);
callsBehave("fake", open);
musicBehaves("fake", open);
ownTracksBehave("fake", open);
uploadsBehave("fake", open);
