// The same client, which takes the response to a popup's login from the service's page.

import { begin as beginWithDefaults } from "../stagepass/app.js";

export const begin = (config, settings) => {
  const client = beginWithDefaults(config, settings);
  return { ...client, popup: (options) => client.popup({ responseMode: "web_message", ...options }) };
};
