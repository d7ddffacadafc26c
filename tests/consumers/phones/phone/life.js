// One life of the app: from its start until it is done, or killed.

import { keychainKeys, stagepass } from "stagepass/react-native";
import { FLOWS } from "../flows.js";
import { network } from "./network.js";
import { openPhone } from "./phone.js";

/** The parts of a phone that an app passes to a package that cannot find them itself. */
const everything = ({ storage, browser, links, random }) => ({ storage, browser, links, random });

/** P-256 of `@noble/curves`. It needs a `TextEncoder`, which this Hermes lacks and later ones have. */
function nobleCurve() {
  globalThis.TextEncoder ??= class {
    encode = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  };
  return require("@noble/curves/nist.js").p256;
}

/**
 * Runs life number `life` of the flow with this name.
 *
 * @param {object} input `flow`, `life`; `state`, left by the previous life; `seed`; `settings`, where the servers are
 * @param {object} [app]
 * @param {(phone: object) => object} [app.handed] the parts of the phone that are in the configuration. The package
 *   finds the others by itself
 * @param {() => object} [app.curve] P-256, which signs for the app
 * @returns {Promise<object>} `state` for the next life, or `failed`, the failure
 */
export async function live({ flow, life, state, seed, settings }, outside, { handed = everything, curve = nobleCurve } = {}) {
  const phone = openPhone(state.phone, seed, outside);
  const kept = { ...state.kept };
  const config = { ...settings.config, ...handed(phone) };
  const open = (more) => stagepass({ ...config, ...more });
  const bound = (keychain) => ({ dpop: true, keys: keychainKeys(curve(), keychain) });
  try {
    await FLOWS[flow][life]({ phone, network, settings, kept, open, bound });
    return { state: { phone: phone.after(), kept } };
  } catch (error) {
    return { failed: inFull(error), requests: network.requests };
  }
}

const inFull = (error) =>
  [`${error?.code ?? ""} ${error?.message ?? error}`, error?.stack, error?.cause && `because of ${inFull(error.cause)}`].filter(Boolean).join("\n");
