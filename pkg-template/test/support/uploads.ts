// tus 1.0 (core, creation, expiration and termination) as the service implements it, to check the client's own
// requests. Also the user's uploads, in pages.

import type { ServerResponse } from "node:http";
import type { ReceivedRequest } from "./request.js";

interface Kept {
  id: string;
  /** The owner. */
  owner: unknown;
  size: number;
  content: Buffer;
  metadata: Record<string, string>;
}

export class Uploads {
  /** Whether the last chunk is accepted as audio. */
  isAudio = true;
  /** The URL of a created upload, if not the usual one. */
  location: string | undefined;
  /** The quota of one user, in bytes. */
  quota = 20_000_000_000;
  /** When unfinished uploads expire, if reported. */
  expires: Date | undefined;
  /** Returns whether a track uses this content. */
  isInUse: (trackCid: string) => boolean = () => false;
  #count = 0;
  #all: Kept[] = [];

  /** The received bytes of the newest upload. */
  get content(): Buffer {
    return this.#all[0]?.content ?? Buffer.alloc(0);
  }

  get metadata(): Record<string, string> {
    return this.#all[0]?.metadata ?? {};
  }

  /** The IDs of all uploads, newest first. */
  get ids(): string[] {
    return this.#all.map(({ id }) => id);
  }

  /** Deletes all uploads, as if they had expired. */
  sweep(): void {
    this.#all = [];
  }

  answer(request: ReceivedRequest, response: ServerResponse, origin: string, owner?: unknown): undefined {
    const { method, path, headers, body } = request;
    const say = (status: number, more: Record<string, string> = {}, text?: object) => {
      response.writeHead(status, { "tus-resumable": "1.0.0", ...more });
      response.end(text && JSON.stringify(text));
    };
    const refuse = (status: number, error: string, error_description: string) =>
      say(status, {}, { error, error_description });
    const { pathname, searchParams } = new URL(path, origin);
    const own = this.#all.filter((one) => one.owner === owner);
    if (method === "GET" && pathname === "/v1/uploads") return void say(200, {}, this.#page(own, searchParams));
    const kept = own.find(({ id }) => pathname === `/v1/uploads/${id}`);
    if (method === "GET")
      return void (kept ? say(200, {}, { data: this.#toJson(kept) }) : refuse(404, "not_found", "no"));
    if (headers["tus-resumable"] !== "1.0.0") return void say(412);
    const expires = this.expires ? { "upload-expires": this.expires.toUTCString() } : undefined;
    if (method === "POST" && pathname === "/v1/uploads") {
      const size = Number(headers["upload-length"]);
      if (used(own) + size > this.quota) {
        return void refuse(413, "quota_exceeded", `${this.quota} bytes may be kept, ${used(own)} are`);
      }
      const id = `u${++this.#count}`;
      this.#all.unshift({
        id,
        owner,
        size,
        content: Buffer.alloc(0),
        metadata: metadataOf(headers["upload-metadata"]),
      });
      return void say(201, { location: this.location ?? `${origin}/v1/uploads/${id}`, ...expires });
    }
    if (!kept) return void refuse(404, "not_found", "there is no such upload, or it has expired");
    const offset = kept.content.length;
    if (method === "HEAD") {
      return void say(200, { "upload-offset": String(offset), "upload-length": String(kept.size), ...expires });
    }
    if (method === "DELETE") {
      if (offset === kept.size && this.isInUse(cidOf(kept))) return void refuse(409, "in_use", "a track is made of it");
      this.#all = this.#all.filter((one) => one !== kept);
      return void say(204);
    }
    const isRight = method === "PATCH" && headers["content-type"] === "application/offset+octet-stream";
    if (!isRight) return void say(405);
    if (Number(headers["upload-offset"]) !== offset) return void refuse(409, "wrong_offset", `it is at ${offset}`);
    kept.content = Buffer.concat([kept.content, body]);
    if (kept.content.length === kept.size && !this.isAudio) {
      this.#all = this.#all.filter((one) => one !== kept);
      return void refuse(422, "not_audio", "this is no audio that we know");
    }
    return void say(204, { "upload-offset": String(kept.content.length), ...expires });
  }

  #page(own: Kept[], query: URLSearchParams): object {
    const after = Number(query.get("cursor") ?? Number.POSITIVE_INFINITY);
    const rest = own.filter((one) => entryOf(one) < after);
    const some = rest.slice(0, Number(query.get("limit") ?? 50));
    const last = some.at(-1);
    return {
      data: some.map((kept) => this.#toJson(kept)),
      ...(last && rest.length > some.length ? { next_cursor: String(entryOf(last)) } : {}),
      quota: { bytes: this.quota, used: used(own) },
    };
  }

  #toJson(kept: Kept): object {
    const { id, size, content, metadata } = kept;
    const { filename } = metadata;
    const offset = content.length;
    const about = { id, size, offset, ...(filename ? { filename } : {}) };
    return offset === size
      ? { ...about, status: "completed", track_cid: cidOf(kept), mime_type: "audio/mpeg", duration: 183.25 }
      : { ...about, status: "uploading", expires_at: 1_800_000_000 };
  }
}

const entryOf = ({ id }: Kept) => Number(id.slice(1));

const cidOf = (kept: Kept) => `bafkreiaudio${entryOf(kept)}`;

const used = (own: Kept[]) => own.reduce((sum, { size }) => sum + size, 0);

const metadataOf = (written: unknown): Record<string, string> =>
  Object.fromEntries(
    String(written ?? "")
      .split(",")
      .filter(Boolean)
      .map((pair) => {
        const [name = "", value = ""] = pair.split(" ");
        return [name, Buffer.from(value, "base64").toString()];
      }),
  );
