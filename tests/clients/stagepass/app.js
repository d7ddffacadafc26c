import { stagepass } from "stagepass";
import { actionsOf } from "./actions.js";

export const begin = (config, settings) => actionsOf(stagepass({ ...config, ...settings }).oauth, { scope: "read" });
