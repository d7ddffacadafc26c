import { oauth } from "stagepass/oauth";

const client = oauth({
  issuer: "https://id.example",
  clientId: "my-app",
  redirectUri: `${location.origin}/callback.html`,
  scope: "openid orders.read offline_access",
  // Only these origins receive the access token. This page's own origin is not among them by itself.
  origins: ["https://api.example", location.origin],
});

export async function orders(): Promise<unknown> {
  const response = await client.fetch("https://api.example/orders");
  if (!response.ok) throw new Error(`The API returned ${response.status}.`);
  return response.json();
}

/** A path is relative to the page, as with the browser's `fetch`. */
export const rename = (name: string): Promise<Response> =>
  client.fetch("/api/profile", { method: "PUT", body: JSON.stringify({ name }) });
