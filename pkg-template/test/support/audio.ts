// An audio element, as far as playback uses it. It loads from its `src` over real HTTP. It follows the standard's load
// algorithm, `play` and seeking.

const named = (name: string) => Object.assign(new Error(name), { name });

export class PretendAudio extends EventTarget {
  error: { code: number } | null = null;
  paused = true;
  seeking = false;
  readyState = 0;
  playbackRate = 1;
  /** The browser requires a click first. */
  isBlocked = false;
  /** The browser does not report a failed request, and waits. */
  isQuiet = false;
  /** A failure pauses it, as in Chromium, unlike the standard. */
  pausesOnFailure = true;
  /** A failure resets its position, as in WebKit, unlike the standard. */
  forgetsOnFailure = false;
  /** The browser does not support the format. */
  isDeaf = false;
  /** Whether it plays. */
  isAudible = false;
  readonly sources: string[] = [];

  #src = "";
  #time = 0;
  #load = 0;
  #pending: { resolve: () => void; reject: (error: Error) => void }[] = [];

  get src() {
    return this.#src;
  }

  set src(address: string) {
    this.#src = address;
    this.sources.push(address);
    this.load();
  }

  removeAttribute() {
    this.#src = "";
  }

  load() {
    if (this.#load++) queueMicrotask(() => this.#tell("emptied"));
    Object.assign(this, {
      error: null,
      readyState: 0,
      seeking: false,
      isAudible: false,
      playbackRate: 1,
      paused: true,
    });
    this.#time = 0;
    this.#reject("AbortError");
    if (this.#src) void this.#fetch(0);
  }

  play(): Promise<void> {
    if (this.isBlocked) return Promise.reject(named("NotAllowedError"));
    this.paused = false;
    this.#tell("play");
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      if (this.readyState) this.#begin();
    });
  }

  pause() {
    this.paused = true;
    this.isAudible = false;
    this.#reject("AbortError");
    this.#tell("pause");
  }

  get currentTime() {
    return this.#time;
  }

  set currentTime(seconds: number) {
    this.#time = seconds;
    if (this.readyState) void this.seek();
  }

  /** Requests the data at `currentTime`. */
  async seek() {
    this.seeking = true;
    this.#tell("seeking");
    if (!(await this.#fetch(this.#time))) return;
    this.seeking = false;
    this.#tell("timeupdate");
    this.#tell("seeked");
  }

  /** Plays for so many seconds. */
  tick(seconds: number) {
    this.#time += seconds;
    this.#tell("timeupdate");
  }

  /** Requests more data, as it does now and then. */
  more() {
    return this.#fetch(this.#time);
  }

  async #fetch(from: number): Promise<boolean> {
    const load = this.#load;
    const answer = await fetch(this.#src, { headers: { Range: `bytes=${from}-` } }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (load !== this.#load) return false;
    if (!answer?.ok || this.isDeaf) {
      this.#fail();
      return false;
    }
    const isFirst = !this.readyState;
    this.readyState = 4;
    if (isFirst) this.#tell("loadedmetadata");
    if (!this.paused) this.#begin();
    return true;
  }

  #begin() {
    this.isAudible = true;
    for (const { resolve } of this.#pending.splice(0)) resolve();
    this.#tell("playing");
  }

  #fail() {
    this.isAudible = false;
    if (this.isQuiet) return this.#tell("waiting");
    this.error = { code: this.readyState ? 2 : 4 };
    if (this.forgetsOnFailure) this.#time = 0;
    if (!this.readyState) this.#reject("NotSupportedError");
    const wasPlaying = !this.paused && this.pausesOnFailure;
    if (wasPlaying) this.paused = true;
    this.#tell("error");
    this.#tell("timeupdate");
    if (wasPlaying) this.#tell("pause");
  }

  #reject(name: string) {
    for (const { reject } of this.#pending.splice(0)) reject(named(name));
  }

  #tell(event: string) {
    this.dispatchEvent(new Event(event));
  }
}
