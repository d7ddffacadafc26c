// tus 1.0, core and creation, as the service speaks it: what the client's own requests have to be good enough for.

import type { ServerResponse } from "node:http";
import type { Received } from "./servers.js";

export class Uploads {
  size = 0;
  offset = 0;
  metadata: Record<string, string> = {};
  /** What has arrived. */
  content = Buffer.alloc(0);
  /** Refuses the last piece: it is no audio. */
  isAudio = true;
  /** The address of what is created, if not where it should be. */
  location: string | undefined;

  answer(request: Received, response: ServerResponse, origin: string): undefined {
    const { method, path, headers, body } = request;
    const say = (status: number, more: Record<string, string> = {}, text?: object) => {
      response.writeHead(status, { "tus-resumable": "1.0.0", ...more });
      response.end(text && JSON.stringify(text));
    };
    if (method === "GET" && path === "/v1/uploads/u1") {
      const isComplete = this.offset === this.size;
      const found = { track_cid: "bafkreiaudio", mime_type: "audio/mpeg", duration: 183.25 };
      return void say(
        200,
        {},
        {
          data: { id: "u1", status: isComplete ? "completed" : "uploading", ...(isComplete ? found : {}) },
        },
      );
    }
    if (headers["tus-resumable"] !== "1.0.0") return void say(412);
    if (method === "POST" && path === "/v1/uploads") {
      this.size = Number(headers["upload-length"]);
      for (const pair of String(headers["upload-metadata"] ?? "")
        .split(",")
        .filter(Boolean)) {
        const [name = "", value = ""] = pair.split(" ");
        this.metadata[name] = Buffer.from(value, "base64").toString();
      }
      return void say(201, { location: this.location ?? `${origin}/v1/uploads/u1` });
    }
    if (path !== "/v1/uploads/u1") return void say(404);
    if (method === "HEAD") {
      return void say(200, { "upload-offset": String(this.offset), "upload-length": String(this.size) });
    }
    const isRight = method === "PATCH" && headers["content-type"] === "application/offset+octet-stream";
    if (!isRight) return void say(405);
    if (Number(headers["upload-offset"]) !== this.offset) return void say(409);
    this.content = Buffer.concat([this.content, body]);
    this.offset += body.length;
    if (this.offset === this.size && !this.isAudio) {
      return void say(422, {}, { error: "not_audio", error_description: "this is no audio that we know" });
    }
    return void say(204, { "upload-offset": String(this.offset) });
  }
}
