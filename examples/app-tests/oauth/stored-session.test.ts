import { oauth } from "stagepass/oauth";
import { storedSession } from "stagepass/testing/session";
import { expect, test } from "vitest";

const PROVIDER = { issuer: "https://id.example", clientId: "radio", scope: "openid email" };
const ENDPOINTS = { authorization_endpoint: "https://id.example/auth", token_endpoint: "https://id.example/token" };

test("a client of any provider has the stored session", async () => {
  const stored = await storedSession(PROVIDER, { user: { sub: "1", name: "Ada" }, tokens: { access_token: "given" } });
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const metadata = { issuer: PROVIDER.issuer, ...ENDPOINTS };
  const client = oauth({ ...PROVIDER, redirectUri: `${location.origin}/callback.html`, metadata, engine: "js" });
  await client.ready();
  expect(await client.isAuthenticated()).toBe(true);
  expect(client.session.get()).toMatchObject({ status: "signed-in", scope: PROVIDER.scope });
  expect(await client.getUser()).toEqual({ sub: "1", name: "Ada" });
  expect(await client.getAccessToken()).toBe("given");
});
