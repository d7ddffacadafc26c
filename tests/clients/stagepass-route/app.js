// The same client, whose callback page is a page of the app. A login on a full page ends there.

import { begin as beginWithDefaults } from "../stagepass/app.js";

export const begin = (config, settings) => {
  const client = beginWithDefaults(config, settings);
  return { ...client, page: (options) => client.page({ returnTo: config.redirectUri, ...options }) };
};
