// `node server.mjs FILE COUNT`: an authorization server for one public client, with COUNT grants. It writes a line for
// each grant to FILE, a refresh token and an access token. Once it listens, it prints `listening on
// http://127.0.0.1:PORT`.
//
// The settings are to its advantage: a refresh issues no ID token (no signature), and all data is in its memory.

import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { argv } from "node:process";

import { Provider } from "oidc-provider";

import { InMemory } from "./adapter.mjs";

const CLIENT = "bench";
const [, , file, count] = argv;

const provider = new Provider("http://127.0.0.1", {
  adapter: InMemory,
  clients: [
    {
      client_id: CLIENT,
      token_endpoint_auth_method: "none",
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      redirect_uris: ["http://localhost/callback"],
    },
  ],
  claims: { openid: ["sub", "name", "preferred_username"] },
  cookies: { keys: ["of no session"] },
  features: { devInteractions: { enabled: false } },
  findAccount: async (_context, accountId) => ({
    accountId,
    claims: async () => ({ sub: accountId, name: "A Listener", preferred_username: "listener" }),
  }),
  rotateRefreshToken: true,
  scopes: ["openid", "offline_access"],
  ttl: { AccessToken: 3600, Grant: 2_592_000, RefreshToken: 2_592_000 },
});

const client = await provider.Client.find(CLIENT);

async function issued(accountId) {
  const grant = new provider.Grant({ accountId, clientId: CLIENT });
  grant.addOIDCScope("openid offline_access");
  const of = { accountId, client, grantId: await grant.save(), gty: "authorization_code", claims: {} };
  const refresh = await new provider.RefreshToken({ ...of, scope: "offline_access" }).save();
  const access = await new provider.AccessToken({ ...of, scope: "openid" }).save();
  return `${refresh} ${access}\n`;
}

const lines = [];
for (let at = 1; at <= Number(count); at += 1) lines.push(await issued(String(at)));
writeFileSync(file, lines.join(""), { mode: 0o600 });

const server = createServer(provider.callback());
server.keepAliveTimeout = 600_000;
server.listen(0, "127.0.0.1", () => console.log(`listening on http://127.0.0.1:${server.address().port}`));
