// Where the servers are, as `stagepass-backend dev` sets it in the environment.

import assert from "node:assert/strict";

const told = (name) => process.env[name] ?? assert.fail(`${name} is not set: run \`cargo xtask test --only phones\``);

/** The settings of the flows. Only the user has the password. */
export const settings = () => ({
  config: {
    baseUrl: told("STAGEPASS_BASE_URL"),
    apiKey: told("STAGEPASS_API_KEY"),
    redirectUri: told("STAGEPASS_REDIRECT_URI"),
    accessServer: told("STAGEPASS_ACCESS_URL"),
  },
  user: told("STAGEPASS_USER"),
});

export const person = () => ({ handle: told("STAGEPASS_USER"), password: told("STAGEPASS_PASSWORD") });
