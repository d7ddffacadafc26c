// One life of the app: from its start until it is done, or killed.

import { stagepass } from "stagepass/react-native";
import { FLOWS } from "../flows.js";
import { network } from "./network.js";
import { openPhone } from "./phone.js";

/** What the package is handed of a phone that it cannot ask by itself. */
const everything = ({ storage, browser, links, random }) => ({ storage, browser, links, random });

/**
 * Lives life number `life` of the flow with this name.
 *
 * @param {object} input `flow`, `life`; `state`, what the life before has left; `seed`; `settings`, where the servers are
 * @param {(phone: object) => object} handed what of the phone is in the configuration; what is not, the package finds in its own ways
 * @returns {Promise<object>} `state`, what is left; or `failed`, what was not as it should be
 */
export async function live({ flow, life, state, seed, settings }, outside, handed = everything) {
  const phone = openPhone(state.phone, seed, outside);
  const kept = { ...state.kept };
  const config = { ...settings.config, ...handed(phone) };
  const open = () => stagepass({ ...config });
  try {
    await FLOWS[flow][life]({ phone, network, settings, kept, open });
    return { state: { phone: phone.after(), kept } };
  } catch (error) {
    return { failed: inFull(error), requests: network.requests };
  }
}

const inFull = (error) =>
  [`${error?.code ?? ""} ${error?.message ?? error}`, error?.stack, error?.cause && `because of ${inFull(error.cause)}`].filter(Boolean).join("\n");
