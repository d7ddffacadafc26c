/** Returns a handler of errors that returns `value` on a server, where there is no session, and throws all others. */
export const orOnServer =
  <T>(value: T) =>
  (error: { code?: string }): T => {
    if (error.code === "unsupported") return value;
    throw error;
  };
