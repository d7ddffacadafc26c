// Tracks, libraries and uploads in the service's format.

import type { ServerResponse } from "node:http";
import type { User } from "../../src/entry/index.js";
import type { ReceivedRequest } from "../support/request.js";
import { refuse, say } from "../support/servers.js";
import { Uploads } from "../support/uploads.js";
import { ADA, BOB } from "./stage.js";

interface Told {
  title?: string;
  genre?: string | null;
  description?: string | null;
  track_cid?: string;
  access_authorities?: string[];
  delisted?: boolean;
  artwork?: object;
}

const trackOf = (id: number, user: User, more: Told = {}) => ({
  id,
  title: `Track ${id}`,
  user: { user_id: user.userId, name: user.name, handle: user.handle, is_verified: user.verified },
  duration: 180,
  track_cid: `bafkrei${id}`,
  access_authorities: [] as string[],
  ...more,
});

type Track = ReturnType<typeof trackOf>;

export class Shelf {
  readonly uploads = new Uploads();
  readonly #tracks = new Map<number, Track>([
    [7, trackOf(7, ADA)],
    [8, trackOf(8, BOB)],
  ]);
  readonly #libraries = new Map<number, { entry: number; id: number }[]>();
  #count = 10;

  constructor() {
    this.uploads.isInUse = (cid) => [...this.#tracks.values()].some(({ track_cid }) => track_cid === cid);
  }

  /** Whether this request needs no session. */
  isOpen(route: string): boolean {
    return /^GET (tracks\/\d+(\/stream)?|users\/\d+\/tracks)$/.test(route);
  }

  /** Answers what all users may request. An owner also sees their delisted tracks. */
  show(route: string, query: URLSearchParams, viewer: User | undefined, response: ServerResponse): undefined {
    const [, what, number, part] = route.split(/[ /]/);
    const id = Number(number);
    const isSeen = ({ delisted, user }: Track) => !delisted || user.user_id === viewer?.userId;
    if (what === "users") {
      const text = query.get("query")?.toLowerCase() ?? "";
      const isFound = (track: Track) => track.user.user_id === id && isSeen(track);
      const all = [...this.#tracks.values()].reverse().filter(isFound);
      const titled = all.filter(({ title }) => title.toLowerCase().includes(text));
      return page(titled, (track) => track.id, query, response);
    }
    const track = this.#tracks.get(id);
    if (!track || !isSeen(track)) return refuse(response, 404, "not_found", "there is no such track");
    const data = part ? `https://node.example/tracks/cidstream/${track.track_cid}` : track;
    return say(response, 200, { data });
  }

  /** Answers the requests of a signed-in user. */
  act(
    route: string,
    query: URLSearchParams,
    { headers, body }: ReceivedRequest,
    user: User,
    response: ServerResponse,
  ): undefined {
    const [method, what, number, part, , saved] = route.split(/[ /]/);
    if (route === "POST tracks") {
      const track = trackOf(this.#count++, user, JSON.parse(String(body)));
      this.#tracks.set(track.id, track);
      return say(response, 201, { data: track });
    }
    if (what === "users") return this.#file(method ?? "", query, Number(saved), user, response);
    const track = this.#tracks.get(Number(number));
    if (what !== "tracks" || !track) return refuse(response, 404, "not_found", "there is nothing");
    if (track.user.user_id !== user.userId) return refuse(response, 403, "forbidden", "whose?");
    if (part === "listens") return say(response, 200, { data: { total: 0, days: [] } });
    if (part === "artwork") {
      if (method === "PUT" && headers["content-type"] !== "image/png")
        return refuse(response, 422, "not_a_picture", "no");
      const { artwork: _, ...rest } = track as Track & Told;
      const artwork = { "150x150": "https://a/1", "480x480": "https://a/2", "1000x1000": "https://a/3", mirrors: [] };
      this.#tracks.set(track.id, method === "PUT" ? { ...rest, artwork } : rest);
      return method === "PUT" ? say(response, 200, { data: this.#tracks.get(track.id) }) : say(response, 204);
    }
    if (method === "PATCH") return this.#change({ ...track, ...(JSON.parse(String(body)) as object) }, response);
    this.#tracks.delete(track.id);
    return say(response, 204);
  }

  #change(track: Track & Told, response: ServerResponse): undefined {
    if (!track.title) return refuse(response, 400, "invalid_request", "title has to be 1 to 200 characters");
    const isPublic = (other: Track) => other.track_cid === track.track_cid && !other.access_authorities.length;
    const others = [...this.#tracks.values()].filter(({ user }) => user.user_id !== track.user.user_id);
    if (track.access_authorities.length && others.some(isPublic)) {
      return refuse(response, 409, "already_public", "somebody else's track has made this audio public");
    }
    this.#tracks.set(track.id, track);
    return say(response, 200, { data: track });
  }

  #file(method: string, query: URLSearchParams, id: number, user: User, response: ServerResponse): undefined {
    const all = this.#libraries.get(user.userId) ?? [];
    if (method === "GET") {
      const seen = all.flatMap(({ entry, id }) => {
        const track = this.#tracks.get(id) as (Track & Told) | undefined;
        return track && !(track.delisted && track.user.user_id !== user.userId) ? { ...track, entry } : [];
      });
      return page(seen, ({ entry }) => entry, query, response);
    }
    const rest = all.filter((one) => one.id !== id);
    const isNew = method === "PUT" && rest.length === all.length;
    this.#libraries.set(user.userId, method === "DELETE" ? rest : isNew ? [{ entry: this.#count++, id }, ...all] : all);
    return say(response, 204);
  }
}

/** A part of a list. */
const page = <Item>(
  all: Item[],
  entryOf: (item: Item) => number,
  query: URLSearchParams,
  response: ServerResponse,
): undefined => {
  const after = Number(query.get("cursor") ?? Number.POSITIVE_INFINITY);
  if (Number.isNaN(after)) return refuse(response, 400, "invalid_request", "cursor is none of ours");
  const rest = all.filter((item) => entryOf(item) < after);
  const data = rest.slice(0, Number(query.get("limit") ?? 50));
  const last = data.at(-1);
  const isMore = last !== undefined && rest.length > data.length;
  return say(response, 200, { data, ...(isMore ? { next_cursor: String(entryOf(last)) } : {}) });
};
