// The fake service of the playground: the endpoints of docs/reference/openapi.json that a login needs. It stores
// nothing, because the browser may end a service worker at any time. A code and a token contain all that it must know.
// Nothing is signed: this protects no data.

const API_KEY = "0x58802e7a660990622b728bf06ae9361bc9403eb7";
const USER = { userId: 1, name: "Ada", handle: "ada", verified: true };
const TRACK = { id: 7, title: "First light", duration: 214, user: USER };
const CODE_LIFETIME = 10 * 60_000;
/** How long an access token is valid with the switch "Token expired", in milliseconds. */
const SHORT_LIFETIME = 1_000;

/** `folder` is the URL of the playground. `switches` are the simulated faults that are on. */
class FakeService {
  constructor(folder, switches) {
    this.baseUrl = `${folder}v1`;
    this.redirectUri = `${folder}app/callback.html`;
    this.page = `${folder}authorize.html`;
    this.switches = switches;
  }

  /** Returns the response to a request. Fails as the network does if the switch "Offline" is on. */
  async respond(request) {
    const { pathname, searchParams } = new URL(request.url);
    const endpoint = pathname.slice(new URL(this.baseUrl).pathname.length + 1);
    if (endpoint === "oauth/authorize") return this.authorize(request, searchParams);
    if (this.switches.offline) return Response.error();
    if (endpoint === "oauth/token") return this.issueTokens(await membersOf(request));
    if (endpoint === "oauth/revoke") return Response.json({});
    if (endpoint === "me") return this.withToken(request, USER);
    if (endpoint === `tracks/${TRACK.id}`) return this.withToken(request, { data: TRACK });
    return problem(404, "not_found", "The fake service has no such endpoint.");
  }

  /** The sign-in page, and what its form sends to the same address. */
  async authorize(request, query) {
    if (query.get("api_key") !== API_KEY || query.get("redirect_uri") !== this.redirectUri)
      return problem(400, "invalid_request", "The app or its redirect URI is not registered.");
    if (this.switches.denied) return this.deny(query);
    if (request.method === "POST") {
      const form = new URLSearchParams(await request.text());
      return form.get("decision") === "allow" ? this.allow(query) : this.deny(query);
    }
    const page = await fetch(this.page);
    const policy = this.switches.coop && { "cross-origin-opener-policy": "same-origin" };
    return new Response(await page.text(), { headers: { "content-type": "text/html; charset=utf-8", ...policy } });
  }

  allow(query) {
    const code = seal("code", {
      challenge: query.get("code_challenge"),
      scope: query.get("scope"),
      until: Date.now() + CODE_LIFETIME,
    });
    return this.redirect({ code, token_format: "form" }, query);
  }

  deny(query) {
    return this.redirect({ error: "access_denied", error_description: "Access was denied." }, query);
  }

  /** The authorization response, with `iss` (RFC 9207). */
  redirect(response, query) {
    const values = { ...response, state: query.get("state"), iss: this.baseUrl };
    return Response.redirect(`${this.redirectUri}#${new URLSearchParams(values)}`, 303);
  }

  async issueTokens({ grant_type, code, code_verifier, refresh_token, client_id, redirect_uri }) {
    if (client_id !== API_KEY) return problem(400, "invalid_client", "No app has this API key.");
    if (grant_type === "refresh_token") {
      const grant = unseal("refresh", refresh_token);
      return grant ? Response.json(tokens(grant.scope)) : problem(400, "invalid_grant", "Sign in again.");
    }
    const grant = unseal("code", code);
    if (!grant || grant.until < Date.now() || redirect_uri !== this.redirectUri)
      return problem(400, "invalid_grant", "The code is not valid.");
    if (grant.challenge !== (await challengeOf(code_verifier)))
      return problem(400, "invalid_grant", "The code verifier does not match the challenge.");
    return Response.json({ ...tokens(grant.scope), user: USER });
  }

  withToken(request, body) {
    const token = unseal("access", request.headers.get("authorization")?.slice("Bearer ".length));
    const lifetime = this.switches.expired ? SHORT_LIFETIME : Infinity;
    return token && Date.now() - token.at < lifetime
      ? Response.json(body)
      : problem(401, "invalid_token", "The access token has expired.");
  }
}

const tokens = (scope) => ({
  access_token: seal("access", { at: Date.now() }),
  token_type: "Bearer",
  expires_in: 3600,
  refresh_token: seal("refresh", { scope }),
  scope,
});

const problem = (status, error, error_description) =>
  Response.json(
    { error, error_description },
    { status, headers: status === 401 ? { "www-authenticate": `Bearer error="${error}"` } : {} },
  );

/** Reads a form (RFC 6749 section 4.1.3) or JSON. */
const membersOf = async (request) => {
  const text = await request.text();
  return request.headers.get("content-type")?.includes("json")
    ? JSON.parse(text)
    : Object.fromEntries(new URLSearchParams(text));
};

const seal = (kind, facts) => `${kind}-${encode(JSON.stringify({ ...facts, id: crypto.randomUUID() }))}`;

/** Returns what a code or token contains. Undefined if it is not one of this kind. */
const unseal = (kind, text) => {
  if (!text?.startsWith(`${kind}-`)) return undefined;
  const bytes = text
    .slice(kind.length + 1)
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  return JSON.parse(atob(bytes));
};

/** The challenge of a verifier (RFC 7636 section 4.2). */
const challengeOf = async (verifier = "") => {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return encode(String.fromCharCode(...new Uint8Array(hash)));
};

const encode = (bytes) => btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
