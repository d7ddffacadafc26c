import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { freshFacade, settled } from "../support/pretend.js";
import { open, reset, say, service } from "../support/servers.js";
import { PretendXhr } from "../support/xhr.js";

type Answer = "network" | { status: number; location?: boolean; offset?: number; length?: number };

/** What the Rust SDK follows too: src/sdk/music/uploads/tus/tests.rs. */
const rows: { name: string; answers: Answer[]; sends: string[]; end: string }[] = JSON.parse(
  readFileSync(new URL("../../../../tests/vectors/upload.json", import.meta.url), "utf8"),
);

const config = await open();
const { stagepass } = await freshFacade();
const sp = stagepass(config);
beforeEach(reset);

const file = new Blob(["nine byte"]);
const headersOf = ({ location, offset, length }: Exclude<Answer, "network">) => ({
  ...(location && { location: `${config.baseUrl}/uploads/u1` }),
  ...(offset !== undefined && { "upload-offset": `${offset}` }),
  ...(length !== undefined && { "upload-length": `${length}` }),
});

test("a file is sent as the vectors say", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  for (const { name, answers, sends, end } of rows) {
    reset();
    const left = [...answers];
    const sent: string[] = [];
    service.instead = ({ method, headers }, response) => {
      if (method === "GET")
        return say(response, 200, { data: { id: "u1", track_cid: "c", mime_type: "audio/wav", duration: 1 } });
      sent.push([method, headers["upload-offset"]].filter(Boolean).join(" "));
      const answer = left.shift() ?? "network";
      if (answer === "network") return void response.destroy();
      return say(response, answer.status, undefined, headersOf(answer));
    };
    let ended: string | undefined;
    sp.tracks.upload(file).then(
      () => {
        ended = "done";
      },
      ({ code }) => {
        ended = code;
      },
    );
    while (ended === undefined) {
      await settled();
      // Before the first request, the file is read in real time.
      if (sent.length > 0 && !PretendXhr.open) mock.timers.tick(500);
    }
    assert.deepEqual([sent, ended], [sends, end], name);
  }
});
