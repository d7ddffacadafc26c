// Stagepass's client for any provider, at a real one.

import { oauth } from "stagepass/oauth";
import { actionsOf } from "../stagepass/actions.js";

export const begin = ({ baseUrl, redirectUri }) => {
  const { origin } = new URL(baseUrl);
  return actionsOf(oauth({ issuer: origin, clientId: "app", redirectUri, scope: "openid profile" }));
};
