// Signing in: OAuth's code with PKCE, by a full page and back. Access and refresh token live in this module's memory
// and nowhere else, bound to a key that ends with the page; what the way there and back needs is in the tab's storage
// for as long as that takes. The access token goes to the service alone: this server, like any access server, is shown
// tickets, here of the scope write. A page that is loaded again asks the service for other tokens, without a question.

import { prove, random, sha256, wantsNonce } from "./proof.js";

const PATIENCE_MS = 15_000;
/** A ticket that ends this soon is not sent any more. */
const MARGIN_MS = 10_000;
const TRIP = "stagepass-owner-sign-in";
/** The handle of the user who is signed in, and nothing else of them. */
const SIGNED_IN = "stagepass-owner-signed-in";
const { service: SERVICE, apiKey: API_KEY, origin: ORIGIN } = document.body.dataset;
const REDIRECT_URI = `${ORIGIN}/owner`;

/** Why the sign-in failed, as a sentence for the user. */
export class SignInProblem extends Error {
  /** @param isOver whether the user was signed in before. */
  constructor(words, isOver = false) {
    super(words);
    this.isOver = isOver;
  }
}

/** @type {{accessToken: string, refreshToken: string} | null} */
let tokens = null;
/** @type {{value: string, until: number} | null} */
let ticket = null;
let issuing;
let refreshing;
/** @type {{id: number, handle: string, name: string} | null} */
let person = null;

/**
 * Leaves for the service, which asks the person and sends them back here.
 * @param handle the user who is expected. Then the service sends them back at once, without a question.
 * @throws {SignInProblem} where a browser does not let the page do that.
 */
export async function leave(handle) {
  if (location.origin !== ORIGIN) {
    throw new SignInProblem(`This server is known as ${ORIGIN}: open ${REDIRECT_URI} to sign in.`);
  }
  if (!globalThis.crypto?.subtle)
    throw new SignInProblem("Signing in needs https://. Open this page there.");
  const [state, verifier] = [random(), random()];
  try {
    sessionStorage.setItem(TRIP, JSON.stringify({ state, verifier, place: location.hash, isSilent: Boolean(handle) }));
  } catch {
    throw new SignInProblem(
      "This browser blocks storage for this page, which signing in needs. Allow it in the settings.",
    );
  }
  location.assign(
    `${SERVICE}/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      client_id: API_KEY,
      redirect_uri: REDIRECT_URI,
      scope: "write",
      state,
      code_challenge: await sha256(verifier),
      code_challenge_method: "S256",
      response_mode: "query",
      display: "fullScreen",
      // By the handle, the service knows a user of this browser who has signed out, and sends the error here.
      ...(handle && { prompt: "none", login_hint: handle }),
    })}`,
  );
}

/**
 * Handles the service's authorization response, if there is one. Resolves to whether the user is signed in now.
 * @throws {SignInProblem} if the answer is a no, or can't be trusted.
 */
export async function arrive() {
  const answer = new URLSearchParams(location.search);
  if (!["code", "error", "state"].some((name) => answer.has(name))) return false;
  const trip = takeTrip();
  // First of all: a code must not stay in the history or in the address bar.
  history.replaceState(null, "", location.pathname + (trip?.place ?? ""));
  if (!trip || answer.get("state") !== trip.state) {
    throw new SignInProblem("This response does not belong to a sign-in of this tab. Sign in again.");
  }
  if (answer.get("iss") !== SERVICE) {
    throw new SignInProblem("The response is not from the service of this server. You are not signed in.");
  }
  if (trip.isSilent && answer.has("error")) return false;
  if (answer.get("error") === "access_denied") throw new SignInProblem("You did not approve, so you are not signed in.");
  if (!answer.get("code")) {
    throw new SignInProblem(saying(answer.get("error_description") ?? answer.get("error")));
  }
  tokens = await exchange({
    grant_type: "authorization_code",
    code: answer.get("code"),
    code_verifier: trip.verifier,
    redirect_uri: REDIRECT_URI,
  });
  return true;
}

/**
 * The handle of the user who was signed in before the tab was loaded again. Returned once, so that the page does not
 * ask the service again and again: its answer stands.
 */
export function whoWasThere() {
  const handle = sessionStorage.getItem(SIGNED_IN);
  sessionStorage.removeItem(SIGNED_IN);
  return handle;
}

/** Who is signed in: `{id, handle, name}`. */
export async function whoIsThere() {
  const { data, userId: id = data?.user_id, handle = data?.handle, name = data?.name } = await askService("/me");
  person = { id, handle, name };
  sessionStorage.setItem(SIGNED_IN, handle);
  return person;
}

/** The ID of the user who is signed in, for addresses of the service. */
export const personId = () => person?.id;

/**
 * Asks the service as the signed-in user, and resolves with its JSON.
 * @throws {SignInProblem} if it says no, or nothing.
 */
export async function askService(path) {
  const answer = await asThem(path, { method: "GET" });
  try {
    return await answer.json();
  } catch {
    throw new SignInProblem("The response of the service is invalid. Try again later.");
  }
}

/**
 * A ticket for this server: the last one, while it is good.
 * @param refused one that this server did not take, if that is why another is needed.
 * @throws {SignInProblem} if the sign-in has ended, or the service can't be asked.
 */
export async function ticketFor(refused) {
  if (ticket && ticket.value !== refused && Date.now() < ticket.until) return ticket.value;
  // However many calls wait for one: one is made.
  issuing ??= issue().finally(() => {
    issuing = undefined;
  });
  ticket = await issuing;
  return ticket.value;
}

/** Signs out, here in any case; resolves with whether the service knows of it. */
export async function signOut() {
  const { refreshToken } = tokens ?? {};
  [tokens, ticket, person] = [null, null, null];
  sessionStorage.removeItem(SIGNED_IN);
  if (!refreshToken) return true;
  try {
    return (await post("/oauth/revoke", { token: refreshToken, client_id: API_KEY })).ok;
  } catch {
    return false;
  }
}

async function issue() {
  const answer = await asThem("/tickets", { method: "POST", body: { audience: ORIGIN, scope: "write" } });
  const { ticket: value, expires_in: seconds = 0 } = await answer.json().catch(() => ({}));
  if (!value) throw new SignInProblem("The service issued no ticket for this server. Try again later.");
  return { value, until: Date.now() + seconds * 1_000 - MARGIN_MS };
}

/** Calls the service as the signed-in user. An expired access token is refreshed once. */
async function asThem(path, { method, body }) {
  if (!tokens) throw new SignInProblem("You are signed out.", true);
  const { accessToken } = tokens;
  let answer = await request(path, { method, body, accessToken });
  if (answer.status === 401) {
    if (tokens?.accessToken === accessToken) await refresh();
    answer = await request(path, { method, body, accessToken: tokens?.accessToken });
  }
  if (!answer.ok) throw new SignInProblem(await sentenceOf(answer));
  return answer;
}

/** However many calls have found the access token expired: it is refreshed once. */
function refresh() {
  refreshing ??= exchange({ grant_type: "refresh_token", refresh_token: tokens.refreshToken })
    .then((fresh) => {
      // The user may have signed out meanwhile.
      if (tokens) tokens = fresh;
    })
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** Never tried again by itself: a code that comes twice takes back what the first time gave. */
async function exchange(members) {
  const answer = await post("/oauth/token", { ...members, client_id: API_KEY });
  if (!answer.ok) {
    const isOver = answer.status === 400 || answer.status === 401;
    if (isOver) tokens = null;
    throw isOver ? new SignInProblem("Your session has expired.", true) : new SignInProblem(await sentenceOf(answer));
  }
  const { access_token: accessToken, refresh_token: refreshToken } = await answer.json().catch(() => ({}));
  if (!accessToken || !refreshToken) throw new SignInProblem("The response of the service is invalid. Sign in again.");
  return { accessToken, refreshToken };
}

function post(path, body) {
  return request(path, { method: "POST", body });
}

async function request(path, { method, body, accessToken }) {
  const url = `${SERVICE}${path}`;
  const send = async () => {
    const headers = { Accept: "application/json", DPoP: await prove(method, url.split("?")[0], accessToken) };
    if (accessToken) headers.Authorization = `DPoP ${accessToken}`;
    if (body) headers["Content-Type"] = "application/json";
    return fetch(url, {
      method,
      headers,
      body: body && JSON.stringify(body),
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  };
  try {
    const answer = await send();
    return (await wantsNonce(answer)) ? await send() : answer;
  } catch {
    throw new SignInProblem("The service did not answer. Try again.");
  }
}

async function sentenceOf(answer) {
  const { error_description: sentence } = await answer.json().catch(() => ({}));
  return sentence ? saying(sentence) : "The service has an internal error. Try again later.";
}

const saying = (sentence) => `The service says: ${sentence.replace(/\.$/, "")}.`;

function takeTrip() {
  try {
    const trip = JSON.parse(sessionStorage.getItem(TRIP));
    sessionStorage.removeItem(TRIP);
    return trip;
  } catch {
    return null;
  }
}
