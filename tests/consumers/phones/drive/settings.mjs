// Where the servers are, as `stagepass-backend dev` sets it in the environment.

import assert from "node:assert/strict";

const variable = (name) => process.env[name] ?? assert.fail(`${name} is not set: run \`cargo xtask test --only phones\``);

/** The settings of the flows. Only the user has the password. */
export const settings = () => ({
  config: {
    baseUrl: variable("STAGEPASS_BASE_URL"),
    apiKey: variable("STAGEPASS_API_KEY"),
    redirectUri: variable("STAGEPASS_REDIRECT_URI"),
    accessServer: variable("STAGEPASS_ACCESS_URL"),
  },
  user: variable("STAGEPASS_USER"),
});

export const person = () => ({ handle: variable("STAGEPASS_USER"), password: variable("STAGEPASS_PASSWORD") });
