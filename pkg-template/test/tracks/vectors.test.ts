import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { core, freshFacade, pretendBrowser, settled, until, wasm } from "../support/pretend.js";

type Answer = number | "network";

/** The element changes, and sends events. What is missing stays. */
interface Step {
  at: number;
  events: string[];
  error?: number;
  position?: number;
  ready?: number;
  seeking?: boolean;
}

interface Row {
  name: string;
  steps: Step[];
  answers: Answer[];
  asks: string[];
  returns: number[];
  plays: boolean[];
  end: string | null;
}

const rows: Row[] = JSON.parse(
  readFileSync(new URL("../../../../tests/vectors/playback.json", import.meta.url), "utf8"),
);

const NODE = "https://node.example";
const config = { baseUrl: "https://music.example/v1", apiKey: "radio", accessServer: "https://access.example" };

/** An element that does what the steps say. */
class ScriptedAudio extends EventTarget {
  error: { code: number } | null = null;
  seeking = false;
  readyState = 0;
  playbackRate = 1;
  readonly returns: number[] = [];
  /** For each source, whether it was told to play. */
  readonly plays: boolean[] = [];
  #src = "";
  #time = 0;
  #pending: (() => void)[] = [];

  get src() {
    return this.#src;
  }

  set src(address: string) {
    this.#src = address;
    this.plays.push(false);
    Object.assign(this, { error: null, readyState: 0, seeking: false });
    this.#time = 0;
  }

  play(): Promise<void> {
    this.plays[this.plays.length - 1] = true;
    return new Promise((resolve) => this.#pending.push(resolve));
  }

  get currentTime() {
    return this.#time;
  }

  set currentTime(seconds: number) {
    this.#time = seconds;
    this.returns.push(seconds);
  }

  take({ events, error, position = this.#time, ready, seeking }: Step) {
    if (error !== undefined) this.error = { code: error };
    this.#time = position;
    this.readyState = ready ?? this.readyState;
    this.seeking = seeking ?? this.seeking;
    for (const event of events) {
      if (event === "playing") for (const resolve of this.#pending.splice(0)) resolve();
      this.dispatchEvent(new Event(event));
    }
  }
}

/** Answers all servers. Returns the requests about playback, except for the first URL. */
const serve = (answers: Answer[]) => {
  const asks: string[] = [];
  let signatures = 0;
  globalThis.fetch = async (input, init) => {
    const { pathname, href } = new URL(input instanceof Request ? input.url : String(input));
    if (pathname.endsWith("core.wasm")) return wasm();
    if (pathname === "/v1/tickets") return Response.json({ ticket: "ticket", expires_in: 300 });
    if (pathname === "/stream/8") {
      if (signatures++) asks.push("url");
      return Response.json({ data: `${NODE}/gated?signature=${signatures}` });
    }
    if (href.startsWith(NODE)) {
      assert.equal(new Headers(init?.headers).get("range"), "bytes=0-0");
      asks.push("probe");
      const answer = answers.shift() ?? "network";
      if (answer === "network") throw new TypeError("no connection");
      return new Response("{}", { status: answer });
    }
    const user = { user_id: 1, name: "Ada", handle: "ada" };
    const track = { id: 8, title: "Tape", user, duration: 183, track_cid: "bafkrei8", access_authorities: ["0x1"] };
    return Response.json({ data: track });
  };
  return asks;
};

const quiet = async () => {
  for (let turn = 0; turn < 30; turn++) await settled();
};

test("a track is renewed as the vectors say", async ({ mock }) => {
  pretendBrowser();
  core.accessToken = () => Promise.resolve({ token: "token", isAdopted: false });
  serve([]);
  const { stagepass } = await freshFacade();
  const sp = stagepass(config);
  await sp.ready();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  for (const { name, steps, answers, asks, returns, plays, end } of rows) {
    const requests = serve([...answers]);
    const audio = new ScriptedAudio();
    let ended: string | null = null;
    const note = ({ code }: { code: string }) => {
      ended ??= code;
    };
    sp.tracks.play(audio as unknown as HTMLAudioElement, 8).then((playback) => playback.finished.catch(note), note);
    await until(() => audio.src);
    await quiet();
    let now = 0;
    for (const step of steps) {
      for (; now < step.at; now += 100) {
        mock.timers.tick(100);
        // The events of a step come before the answers of its moment.
        if (now + 100 < step.at) await quiet();
      }
      audio.take(step);
      await quiet();
    }
    assert.deepEqual(
      { asks: requests, returns: audio.returns, plays: audio.plays.slice(1), end: ended },
      { asks, returns, plays, end },
      name,
    );
    // The app gives the element another source, which ends the playback.
    audio.src = "";
    audio.take({ at: 0, events: ["emptied"] });
  }
});
