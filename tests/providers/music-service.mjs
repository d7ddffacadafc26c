// A stand-in of the public music service, for tests: its API and its consent page, each at an origin of its own.
// It behaves as the service's published source does. docs/reference/compatibility.md lists each fact with its source.
//
// Three things differ, and no client sees them. A user signs in at the page with a password that this file checks. The
// page proves the user to the API by a random token, not by a signature of the user's wallet. Nothing is cached.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { json, text } from "node:stream/consumers";
import { addressOf, findApp } from "./music-service/apps.mjs";
import { Authorizations, refuse } from "./music-service/authorizations.mjs";
import { readFields } from "./music-service/fields.mjs";
import { Users } from "./music-service/users.mjs";

const FIELDS = {
  authorize: ["token", "client_id", "redirect_uri", "code_challenge", "code_challenge_method", "scope"],
  token: ["grant_type", "code", "code_verifier", "client_id", "redirect_uri", "refresh_token"],
  revoke: ["token", "client_id"],
};
/** Members of requests that are no secret. */
const PUBLIC_FIELDS = ["grant_type", "client_id", "redirect_uri", "scope"];

/**
 * Starts the stand-in. `apps` are `{ apiKey, name, redirectUris }`, `people` are `{ email, password, user }`.
 *
 * `baseUrl` is what a client is configured with. `requests` lists the requests to the API, without secrets.
 * `expireAccessTokens()` ends the access tokens that exist. `stop()` ends both servers.
 */
export async function startMusicService({ apps, people }) {
  const users = new Users(people);
  const authorizations = new Authorizations(apps, users);
  const requests = [];
  const page = await listen((request) => answerPage(request, { api: () => api.origin, users }));
  const api = await listen((request) =>
    answerApi(request, { apps, users, authorizations, requests, page: page.origin }),
  );
  return {
    baseUrl: `${api.origin}/v1`,
    pageOrigin: page.origin,
    requests,
    expireAccessTokens: () => authorizations.expireAccessTokens(),
    stop: async () => {
      await page.stop();
      await api.stop();
    },
  };
}

/** The API (api/server.go, api/v1_oauth.go, api/v1_me.go, api/v1_developer_apps.go). */
async function answerApi(request, { apps, users, authorizations, requests, page }) {
  const { pathname, search, searchParams } = new URL(request.url, "http://api");
  const { method, headers } = request;
  if (method === "OPTIONS") return preflight(headers);
  const record = {
    method,
    path: pathname,
    contentType: headers["content-type"],
    hasBearer: "authorization" in headers,
  };
  requests.push(record);
  const [, address] = pathname.match(/^\/v1\/developer-apps\/([^/]+)$/) ?? [];
  if (method === "GET" && address) {
    const app = findApp(apps, address);
    if (!app) return failure(404, "Developer app not found");
    return ok({ data: { address: addressOf(app.apiKey), name: app.name, redirect_uris: app.redirectUris } });
  }
  switch (`${method} ${pathname}`) {
    case "GET /v1/oauth/authorize":
      record.parameters = Object.fromEntries(searchParams);
      return { status: 302, headers: { location: `${page}/oauth/auth${search}` } };
    case "POST /v1/oauth/authorize":
      return posted("authorize", (fields) => authorizations.authorize(fields));
    case "POST /v1/oauth/token":
      return posted("token", (fields) => authorizations.token(fields));
    case "POST /v1/oauth/revoke":
      return posted("revoke", (fields) => authorizations.revoke(fields));
    case "GET /v1/me": {
      const userId = authorizations.userOf(headers.authorization);
      if (!userId) return failure(401, "You must be logged in to make this request");
      return ok({ data: users.profile(userId) });
    }
    default:
      return failure(404, "Not Found");
  }

  async function posted(name, answer) {
    const fields = readFields(record.contentType, await text(request), FIELDS[name]);
    if (!fields) return refuse(400, "invalid_request", "Invalid request body");
    Object.assign(record, Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, fields[field]])));
    return answer(fields);
  }
}

/** The page at which the user consents, and what it asks of its own origin. */
async function answerPage(request, { api, users }) {
  const { pathname } = new URL(request.url, "http://page");
  const file = async (name, type) => ({
    status: 200,
    type,
    body: await readFile(new URL(`music-service/${name}`, import.meta.url), "utf8"),
  });
  switch (`${request.method} ${pathname}`) {
    case "GET /oauth/auth": {
      const page = await file("consent-page.html", "text/html");
      return { ...page, body: page.body.replace("{{API}}", api()) };
    }
    case "GET /oauth/consent-page.js":
      return file("consent-page.js", "text/javascript");
    case "POST /sign-in": {
      const token = users.signIn(await json(request));
      return token ? ok({ token }) : failure(400, "Invalid Credentials");
    }
    case "POST /grants": {
      const { token, apiKey } = await json(request);
      return users.grant(token, addressOf(apiKey)) ? ok({}) : failure(401, "Not signed in");
    }
    default:
      return failure(404, "Not Found");
  }
}

const ok = (body) => ({ status: 200, body });

/** An error outside of OAuth (api/error_response.go). */
const failure = (code, error) => ({ status: code, body: { code, error } });

/** The answer to a CORS preflight: Fiber's middleware with its defaults allows every header that is asked for. */
const preflight = (headers) => ({
  status: 204,
  headers: {
    "access-control-allow-methods": "GET,POST,HEAD,PUT,DELETE,PATCH",
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "",
  },
});

async function listen(answer) {
  const server = createServer(async (request, response) => {
    const {
      status,
      type = "application/json",
      headers,
      body,
    } = await answer(request).catch((error) => failure(500, error.message));
    response.writeHead(status, { "content-type": type, "access-control-allow-origin": "*", ...headers });
    response.end(typeof body === "object" ? JSON.stringify(body) : body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
