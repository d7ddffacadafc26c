// Calls to this server: each with a ticket, and with an end.

import { ticketFor } from "./sign_in.js";

const PATIENCE_MS = 15_000;
const NO_ANSWER =
  "The server did not answer in time. Reload to see whether the change was made.";
const NO_TICKET = ["invalid_ticket", "ticket_required"];

/** Why the server refused, as a sentence for the user. */
export class Refusal extends Error {
  constructor({ error = "The server has an internal error. Try again later.", code = "" } = {}) {
    super(error.replace(/[^.]$/, "$&."));
    this.code = code;
  }
}

/**
 * Asks this server, and resolves with what it answers: JSON, or null.
 * @throws {Refusal} if it says no, or nothing; {@link SignInProblem} if there is no ticket to be had.
 */
export async function ask(path, { method = "GET", body } = {}) {
  const ticket = await ticketFor();
  try {
    return await send(path, method, body, ticket);
  } catch (error) {
    // A token can expire on the way, or with the sign-in. A request refused for that has changed nothing.
    if (!NO_TICKET.includes(error.code)) throw error;
    return send(path, method, body, await ticketFor(ticket));
  }
}

/** Lists that the page needs time and again, by their names: `await list("groups")`. */
export async function list(name) {
  return (await ask(`/owner/${name}`))[name];
}

async function send(path, method, body, ticket) {
  const headers = { Accept: "application/json", Authorization: `Ticket ${ticket}` };
  if (body) headers["Content-Type"] = "application/json";
  let answer;
  let json = null;
  try {
    answer = await fetch(path, {
      method,
      headers,
      body: body && JSON.stringify(body),
      // No route here redirects: a ticket goes nowhere else.
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (answer.status !== 204) json = await answer.json();
  } catch {
    throw new Refusal(answer && !answer.ok ? {} : { error: NO_ANSWER });
  }
  if (!answer.ok) throw new Refusal(json ?? {});
  return json;
}
