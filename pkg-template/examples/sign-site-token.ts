import { createHmac } from "node:crypto";

/** A token for one track, good for a minute. Runs on the site's own server, which alone has the key's secret. */
export function siteToken(secret: string, trackId: number): string {
  const expiry = Math.floor(Date.now() / 1000) + 60;
  const signed = createHmac("sha256", secret).update(`stagepass-site-token\n${trackId}\n${expiry}`);
  return `st1.${expiry}.${signed.digest("base64url")}`;
}
