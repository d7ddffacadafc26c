import type { Stagepass } from "stagepass";

const API = "https://api.radio.example";

/** Requests a ticket, which proves to the app's own API who the user is. It is valid for five minutes. */
async function ticketOf(sp: Stagepass): Promise<string> {
  const response = await sp.fetch("tickets", { method: "POST", body: new URLSearchParams({ audience: API }) });
  if (!response.ok) throw new Error(`The service issued no ticket (${response.status}).`);
  const { ticket } = (await response.json()) as { ticket: string };
  return ticket;
}

/** Calls the app's own API for the signed-in user. */
export async function playlists(sp: Stagepass): Promise<unknown> {
  const headers = { Authorization: `Ticket ${await ticketOf(sp)}` };
  const response = await fetch(`${API}/playlists`, { headers });
  if (!response.ok) throw new Error(`The API returned ${response.status}.`);
  return response.json();
}
