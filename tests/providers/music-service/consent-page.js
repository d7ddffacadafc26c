// The consent page: what `OAuthLoginPage.tsx`, `hooks.ts` and `utils.ts` in packages/web/src/pages/oauth-login-page do.
// It has no button to deny, and its errors are texts on the page: the app learns nothing.

const TOKEN_KEY = "signed-in";
const { api } = document.documentElement.dataset;
const query = new URLSearchParams(location.search);
const parameters = Object.fromEntries(query);
const apiKey = parameters.api_key ?? parameters.client_id;
const scope = collapsed(query.getAll("scope"));
const redirectUri = parsedRedirectUri();
const element = (id) => document.getElementById(id);

const error = problemOf() ?? (await appProblem());
if (error) show(error);
else ask();

/** Returns what is wrong with the parameters: the first of these, in the page's order. */
function problemOf() {
  const isWrite = scope === "write";
  const isCode = isWrite && parameters.response_type === "code";
  const problems = {
    redirect_uri: !isRedirectUriAllowed(),
    origin: redirectUri === "postmessage" && !parameters.origin,
    scope: scope !== "read" && scope !== "write",
    response_mode: parameters.response_mode && !["query", "fragment"].includes(parameters.response_mode),
    app_name: scope === "read" && !parameters.app_name && !apiKey,
    api_key: isWrite && !/^(0x)?[\da-f]{40}$/i.test(apiKey ?? ""),
    code_challenge: isCode && !parameters.code_challenge,
    code_challenge_method: isCode && parameters.code_challenge_method !== "S256",
  };
  const wrong = Object.keys(problems).find((name) => problems[name]);
  return wrong && invalid(wrong);
}

/** Returns what is wrong with the app of the API key, which the API knows. */
async function appProblem() {
  element("app").textContent = parameters.app_name ?? "";
  if (!apiKey) return undefined;
  const answer = await fetch(`${api}/v1/developer-apps/${encodeURIComponent(apiKey)}`);
  if (!answer.ok) return invalid("api_key");
  const { data } = await answer.json();
  element("app").textContent = data.name;
  if (!data.redirect_uris.length || data.redirect_uris.includes(parameters.redirect_uri)) return undefined;
  return invalid("redirect_uri");
}

function ask() {
  element("consent").hidden = false;
  const isSignedIn = localStorage.getItem(TOKEN_KEY) !== null;
  element("sign-in").hidden = isSignedIn;
  element("signed-in").hidden = !isSignedIn;
}

element("sign-in").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await post("/sign-in", Object.fromEntries(new FormData(event.target)));
  if (!answer.ok) return show("The email or the password is wrong.");
  localStorage.setItem(TOKEN_KEY, (await answer.json()).token);
  await authorize();
});
element("authorize").addEventListener("click", authorize);
element("sign-out").addEventListener("click", () => {
  localStorage.removeItem(TOKEN_KEY);
  ask();
});

async function authorize() {
  const token = localStorage.getItem(TOKEN_KEY);
  if (scope === "write") await post("/grants", { token, apiKey });
  // The service has an implicit flow as well. This stand-in has not.
  if (parameters.response_type !== "code") return show("Something went wrong.");
  const { redirect_uri = "postMessage", code_challenge, code_challenge_method = "S256" } = parameters;
  // Without an API key there is no `client_id`, and the API refuses.
  const body = { token, client_id: apiKey, redirect_uri, code_challenge, code_challenge_method, scope };
  const answer = await post(`${api}/v1/oauth/authorize`, body);
  if (!answer.ok) return show("Something went wrong.");
  respond((await answer.json()).code);
}

function respond(code) {
  const { state } = parameters;
  if (redirectUri === "postmessage") {
    if (window.opener) window.opener.postMessage({ state, code }, new URL(parameters.origin).origin);
    else show("This page was not opened by an app.");
    return;
  }
  if (parameters.response_mode === "fragment") {
    // Neither is encoded.
    redirectUri.hash = `#${state === undefined ? "" : `state=${state}&`}code=${code}`;
  } else {
    if (state !== undefined) redirectUri.searchParams.append("state", state);
    redirectUri.searchParams.append("code", code);
  }
  location.href = redirectUri.toString();
}

/** The redirect URI is decoded once more than a query is. */
function parsedRedirectUri() {
  if (parameters.redirect_uri?.toLowerCase() === "postmessage") return "postmessage";
  try {
    return new URL(decodeURIComponent(parameters.redirect_uri));
  } catch {
    return undefined;
  }
}

function isRedirectUriAllowed() {
  return (
    redirectUri === "postmessage" ||
    (redirectUri && !["javascript:", "data:", "vbscript:"].includes(redirectUri.protocol))
  );
}

/** Of several scopes the widest counts. */
function collapsed(values) {
  const scopes = values.flatMap((value) => value.split(/\s+/));
  return ["write", "read"].find((known) => scopes.includes(known)) ?? values[0];
}

function post(address, body) {
  return fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

function invalid(parameter) {
  return `This link is not valid: ${parameter}.`;
}

function show(text) {
  element("error").textContent = text;
}
