import type { Stagepass } from "stagepass";

const API = "https://api.radio.example";

/** Calls the app's own API for the signed-in user. */
export async function playlists(sp: Stagepass): Promise<unknown> {
  const ticket = await sp.oauth.getTicket({ audience: API });
  const response = await fetch(`${API}/playlists`, { headers: { Authorization: `Ticket ${ticket}` } });
  if (!response.ok) throw new Error(`The API returned ${response.status}.`);
  return response.json();
}
