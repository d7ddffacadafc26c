// What every app here has, whichever client it uses: it is not the client's, and not counted among its bytes.

// Not in the way of a story about referrers.
const answer = await fetch("/config.json", { referrerPolicy: "no-referrer" });
const { baseUrl, apiKey, redirectUri } = await answer.json();

/** Where the service is, and what it knows of the app. */
export const config = { baseUrl, apiKey, redirectUri };

/** What a story sets besides, in the client's own words. */
export const settings = JSON.parse(localStorage.getItem("settings") ?? "{}");

/** An error in words, and whether an app can tell it from others without reading them. */
export const described = (error) => {
  const code = [error?.code, error?.error].find((one) => typeof one === "string" && one) ?? "";
  return { code, name: error?.name ?? "", message: String(error?.message ?? error) };
};

/** The time, as the stories' own clock has it: milliseconds since 1970. */
export const now = () => performance.timeOrigin + performance.now();
