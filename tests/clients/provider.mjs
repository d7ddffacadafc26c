// oidc-provider for the figures: one provider for each `X-Forwarded-Host`, which is where browsers reach it. It has
// pages of its own, with the names of the fake's, and asks for consent at each login. It ends with its standard input.

import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

// It warns of settings that are for development only, now and at its first requests.
console.info = console.warn = () => {};
const { Provider } = await import("../../pkg-template/node_modules/oidc-provider/lib/index.js");

const NAME = "Ada";
const LOGIN = `<input name="handle" /><input name="password" type="password" /><button id="sign-in">Continue</button>`;
const CONSENT = `<button data-act="approve">Accept</button>`;
const providers = new Map();

/** Returns the provider of this host. */
function providerAt(host) {
  const provider = providers.get(host) ?? make(`http://${host}`);
  providers.set(host, provider);
  return provider;
}

function make(issuer) {
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "app",
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        redirect_uris: ["http://localhost/"],
      },
    ],
    claims: { openid: ["sub"], profile: ["name"] },
    clientBasedCORS: () => true,
    // The name is in the ID token, so that no client has to request it.
    conformIdTokenClaims: false,
    cookies: { keys: [randomBytes(32).toString("hex")] },
    features: { devInteractions: { enabled: false } },
    findAccount: async (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId, name: NAME }) }),
    interactions: { url: () => "/interaction" },
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed("refresh_token"),
    loadExistingGrant: async ({ oidc }) => {
      const isSilent = oidc.params.prompt === "none";
      const id = oidc.result?.consent?.grantId ?? (isSilent && oidc.session.grantIdFor(oidc.client.clientId));
      return id ? oidc.provider.Grant.find(id) : undefined;
    },
  });
  provider.proxy = true;
  // The app's port is another one in each story.
  provider.Client.prototype.redirectUriAllowed = (uri) => /^http:\/\/localhost:\d+\/(callback\.html)?$/.test(uri);
  return provider;
}

/** Shows the page that a login is at, or finishes it: `POST /interaction/login`, `POST /interaction/consent`. */
async function interact(provider, request, response) {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (request.method === "GET") {
    const [page, fields] = prompt.name === "login" ? ["sign-in", LOGIN] : ["consent", CONSENT];
    response.setHeader("content-type", "text/html").end(
      `<!doctype html><title>Sign in</title><link rel="icon" href="data:," /><body data-page="${page}">
       <h1>Sign in</h1><form method="post" action="/interaction/${prompt.name}">${fields}</form>`,
    );
  } else if (prompt.name === "login") {
    await provider.interactionFinished(request, response, { login: { accountId: "ada" } });
  } else {
    const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope(params.scope);
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }
}

const server = createServer(async (request, response) => {
  try {
    const provider = providerAt(request.headers["x-forwarded-host"]);
    if (request.url.startsWith("/interaction")) await interact(provider, request, response);
    else await provider.callback()(request, response);
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
console.log(`http://127.0.0.1:${server.address().port}`);
process.stdin.resume().once("close", () => process.exit());
