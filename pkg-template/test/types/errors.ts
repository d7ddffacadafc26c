// Type tests of errors: `tsc` compiles this file, and nothing runs it.

import { isStagepassError } from "stagepass";

export const forUser = (error: unknown): string | undefined => {
  // @ts-expect-error It may be any error.
  error.title;
  return isStagepassError(error) ? error.title : undefined;
};
