import { StagepassError } from "../errors.js";

/** `oauth.diagnose` looks at a page. */
export const diagnose = async (): Promise<never> => {
  throw new StagepassError("unsupported", {
    message: "oauth.diagnose looks at a web page: there is none here. docs/react-native.md lists what to look at.",
  });
};
