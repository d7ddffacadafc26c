import type { StagepassError } from "../errors.js";
import { openAccessServer } from "./access.js";
import type { Client } from "./client.js";
import { failing } from "./failure.js";
import { openLibrary } from "./library.js";
import { openService } from "./service.js";
import { openTickets } from "./tickets.js";
import { openTracks } from "./tracks.js";
import { openWire } from "./wire.js";

/** Opens the methods that are the same on every platform, with a platform's own parts. */
export const openShared = (
  { baseUrl, accessServer }: { baseUrl: string; accessServer?: string | undefined },
  client: Client,
  Kind: typeof StagepassError,
) => {
  const wire = openWire(failing(Kind), client);
  const service = openService(baseUrl, client, wire);
  const tickets = openTickets(service, wire);
  const access = openAccessServer(accessServer, service, tickets, wire);
  const { getTicket } = tickets;
  return { methods: { ...openTracks(service, access, wire), ...openLibrary(service, wire), getTicket }, service, wire };
};
