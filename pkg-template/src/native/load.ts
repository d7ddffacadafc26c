import { type Core, coreFor as loaded } from "../load.js";
import { type Engine, engine } from "./engine.js";

export { type Core, inBrowser } from "../load.js";

/** The core on this phone, for a call that `signal` may end. */
export const coreFor = (phone: Engine, signal?: AbortSignal): Core | Promise<Core> => {
  const core = loaded(engine, signal);
  return core instanceof Promise ? core.then(phone.running) : phone.running(core);
};
