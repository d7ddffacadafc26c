// The same client, whose sessions are bound to a key.

import { begin as beginWithDefaults } from "../stagepass/app.js";

export const begin = (config, settings) => beginWithDefaults({ ...config, dpop: true }, settings);
