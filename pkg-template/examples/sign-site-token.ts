import { createHmac } from "node:crypto";

/** Signs a token for one track, valid for a minute. For the site's own server: only it has the secret of the key. */
export function siteToken(secret: string, trackId: number): string {
  const expiry = Math.floor(Date.now() / 1000) + 60;
  const signed = createHmac("sha256", secret).update(`stagepass-site-token\n${trackId}\n${expiry}`);
  return `st1.${expiry}.${signed.digest("base64url")}`;
}
