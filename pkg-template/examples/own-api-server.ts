/** The base URL of the service, such as https://music.example/v1. */
const SERVICE = process.env.STAGEPASS_SERVICE;
/** This API's own origin. */
const AUDIENCE = "https://api.radio.example";

export interface TicketHolder {
  user_id: number;
  handle: string;
  verified: boolean;
}

/** Returns the user of a request to the app's own API, or null if its ticket is missing or not valid. */
export async function userOf(authorization: string | undefined): Promise<TicketHolder | null> {
  const ticket = authorization?.match(/^Ticket (\S+)$/i)?.[1];
  if (!ticket) return null;
  const response = await fetch(`${SERVICE}/tickets/verify`, {
    method: "POST",
    headers: { Authorization: `Bearer ${process.env.STAGEPASS_BEARER_TOKEN}` },
    body: new URLSearchParams({ ticket, audience: AUDIENCE }),
    redirect: "error",
    signal: AbortSignal.timeout(5_000),
  });
  const body = (await response.json()) as TicketHolder & { error?: string };
  if (response.ok) return body;
  if (response.status === 400 && body.error === "invalid_ticket") return null;
  throw new Error(`The ticket could not be verified: ${response.status} ${body.error}`);
}
