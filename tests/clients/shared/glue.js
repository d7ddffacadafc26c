// Code that every app here has, with any client. It does not count among the client's bytes.

/** Where the service is, and what it knows of the app. */
export { default as config } from "/config.js";

/** Additional options that a test sets, in the client's own format. */
export const settings = JSON.parse(localStorage.getItem("settings") ?? "{}");

/** An error in words, and whether an app can tell it from others without reading them. */
export const described = (error) => {
  const code = [error?.code, error?.error, error?.errorCode].find((one) => typeof one === "string" && one) ?? "";
  return { code, name: error?.name ?? "", message: String(error?.message ?? error) };
};

/** The time, as the stories' own clock has it: milliseconds since 1970. */
export const now = () => performance.timeOrigin + performance.now();
