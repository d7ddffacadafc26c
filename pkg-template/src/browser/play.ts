import { OF_NODE } from "../api/failure.js";
import { checkId } from "../api/track.js";
import type { Wire } from "../api/wire.js";
import type { StagepassError } from "../errors.js";
import { ALWAYS, DEADLINE } from "../request-defaults.js";
import type { Playback, Tracks } from "../types.js";
import { watchStalls } from "./stall.js";

/** The codes of `MediaError` that an expired URL may cause. The element does not know the HTTP status. */
const MEDIA_ERR_NETWORK = 2;
const MEDIA_ERR_SRC_NOT_SUPPORTED = 4;

/** `HTMLMediaElement.HAVE_METADATA`: the position is valid. */
const HAVE_METADATA = 1;

/** `HTMLMediaElement.HAVE_CURRENT_DATA`: there is audio at this position. */
const HAVE_CURRENT_DATA = 2;

/**
 * For so many milliseconds after a new URL, a position within so many seconds of the old one is no progress, because
 * the element was sent there. Damaged audio would fail there again, and request a URL each time.
 */
const NO_PROGRESS_FOR = 10_000;
const NO_PROGRESS_WITHIN = 1;

/** A URL that is rejected within so many milliseconds has not expired. */
const YOUNG_FOR = 1_000;

/** The keeper of each element: one at a time, of any client. */
const keepers = new WeakMap<HTMLMediaElement, Keeper>();

/** @param addressOf Requests a track's URL, a new one for each call. */
export const openPlayer =
  (addressOf: Tracks["streamUrl"], wire: Wire): Tracks["play"] =>
  async (audio, id, { siteToken, signal } = {}) => {
    checkId(wire, id, "id");
    if (signal?.aborted) throw wire.fail("aborted", { cause: signal.reason });
    keepers.get(audio)?.letGo();
    const keeper = new Keeper(audio, (ending) => addressOf(id, { siteToken, signal: ending }), wire);
    keepers.set(audio, keeper);
    const abort = () => keeper.stop(signal?.reason);
    signal?.addEventListener("abort", abort);
    void keeper.finished.catch(() => {}).then(() => signal?.removeEventListener("abort", abort));
    await keeper.start();
    return keeper;
  };

/**
 * Keeps one track playing on one element.
 *
 * It requests a new URL once. It requests another only after progress, or if the URL was valid for a while and expired
 * during a long pause. So a new URL that is rejected ends the playback, and there is no loop.
 */
class Keeper implements Playback {
  readonly finished: Promise<void>;
  #finish: () => void = () => {};
  #giveUp: (error: unknown) => void = () => {};
  #begin: () => void = () => {};
  readonly #begun: Promise<void>;

  readonly #audio: HTMLMediaElement;
  readonly #newAddress: (signal: AbortSignal) => Promise<string>;
  readonly #wire: Wire;
  /** Fires at the end. It removes all listeners and aborts all requests. */
  readonly #end = new AbortController();

  #address = "";
  #hasPlayed = false;
  #mayRenew = true;
  #renewed = { at: -Infinity, currentTime: 0 };
  /** Whether the element could read the track at this URL. */
  #wasGood = false;
  /** The element's last position in seconds. Some browsers (WebKit) reset it after a failure. */
  #position = 0;
  #isReturning = false;
  #playbackRate = 1;
  #isRecovering = false;
  /** `paused` is unreliable: after a failure, some browsers (Chromium) set it and others do not. */
  #isMeantToPlay = true;

  constructor(audio: HTMLMediaElement, newAddress: (signal: AbortSignal) => Promise<string>, wire: Wire) {
    this.#audio = audio;
    this.#newAddress = newAddress;
    this.#wire = wire;
    this.finished = new Promise((resolve, reject) => {
      this.#finish = resolve;
      this.#giveUp = reject;
    });
    this.finished.catch(() => {});
    this.#begun = new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  /** Resolves when the track plays. */
  async start(): Promise<void> {
    const ended = this.finished.then(() => {
      throw this.#wire.fail("aborted", { cause: this.#end.signal.reason });
    });
    const begun = Promise.race([this.#begun, ended]);
    this.#play().catch((error) => this.#fail(error));
    await begun;
  }

  stop(reason?: unknown): void {
    if (!this.letGo(reason) || !this.#isOurs()) return;
    const audio = this.#audio;
    audio.pause();
    audio.removeAttribute("src");
    audio.load();
  }

  /** Releases the element without changing it. Returns whether it was still held. */
  letGo(reason?: unknown): boolean {
    if (this.#isOver()) return false;
    this.#end.abort(reason);
    if (keepers.get(this.#audio) === this) keepers.delete(this.#audio);
    this.#finish();
    return true;
  }

  #fail(error: unknown): void {
    if (this.#isOver()) return;
    this.#giveUp(error);
    this.letGo();
  }

  #isOver(): boolean {
    return this.#end.signal.aborted;
  }

  /** Returns whether the element still has the URL that it got here. The app may have set another. */
  #isOurs(): boolean {
    return this.#audio.src === this.#address;
  }

  async #play(): Promise<void> {
    const address = await this.#newAddress(this.#end.signal);
    if (this.#isOver()) return;
    const { signal } = this.#end;
    const on = (events: string[], listener: () => void) => {
      for (const event of events) {
        this.#audio.addEventListener(event, () => (this.#isOurs() ? listener() : this.letGo()), { signal });
      }
    };
    on(["error"], () => void this.#recover(false));
    on(["playing", "timeupdate", "seeked"], () => this.#noteProgress());
    on(["timeupdate", "seeking"], () => this.#notePosition());
    on(["loadedmetadata"], () => this.#return());
    on(["play"], () => this.#mean(true));
    on(["pause"], () => this.#mean(false));
    watchStalls(on, this.#audio, () => this.#recover(true), signal);
    const timer = setTimeout(() => this.#fail(this.#wire.fail("timeout")), DEADLINE);
    void Promise.race([this.#begun, this.finished.catch(() => {})]).then(() => clearTimeout(timer));
    this.#load(address);
    this.#resume();
  }

  #load(address: string): void {
    this.#address = address;
    this.#wasGood = false;
    this.#audio.src = address;
  }

  /** Starts playback. The element's events report the result, except a rejection by the browser. */
  #resume(): void {
    const address = this.#address;
    this.#audio.play().then(
      () => this.#begin(),
      (error: unknown) => {
        // A new URL rejects pending calls. Then only the new URL counts.
        if (address !== this.#address || this.#isRecovering) return;
        const { name } = error as Error;
        // The user has pressed pause, which is a state of playback.
        if (name === "AbortError") this.#begin();
        if (name !== "NotAllowedError") return;
        // Once it has played, the user can press play: the track is there.
        if (this.#hasPlayed) this.#isMeantToPlay = false;
        else this.#fail(this.#wire.fail("playback_blocked", { cause: error }));
      },
    );
  }

  #mean(isToPlay: boolean): void {
    // After a failure, a pause is not the user's. But play is: no browser starts an element that has failed.
    if (isToPlay || !this.#audio.error) this.#isMeantToPlay = isToPlay;
  }

  #notePosition(): void {
    const { error, readyState, currentTime } = this.#audio;
    if (!error && readyState >= HAVE_METADATA && !this.#isReturning) this.#position = currentTime;
  }

  #noteProgress(): void {
    const { error, seeking, readyState } = this.#audio;
    // A failed element reports its position once more.
    if (error || this.#isRecovering || seeking || readyState < HAVE_CURRENT_DATA) return;
    this.#hasPlayed = true;
    const { at, currentTime } = this.#renewed;
    const isBack = Math.abs(this.#audio.currentTime - currentTime) < NO_PROGRESS_WITHIN;
    if (!isBack || Date.now() - at > NO_PROGRESS_FOR) this.#mayRenew = true;
  }

  async #recover(isStalled: boolean): Promise<void> {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    try {
      if (!(await this.#isTooOld(isStalled)) || this.#isOver()) return;
      this.#mayRenew = false;
      const address = await this.#newAddress(this.#end.signal);
      if (!this.#isOver()) this.#goOn(address);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#isRecovering = false;
    }
  }

  /** Returns whether a new URL may help. Throws the error if not. A stalled element is left alone. */
  async #isTooOld(isStalled: boolean): Promise<boolean> {
    const { error } = this.#audio;
    if (!isStalled) {
      const mayBe = error?.code === MEDIA_ERR_NETWORK || error?.code === MEDIA_ERR_SRC_NOT_SUPPORTED;
      if (!mayBe) throw this.#wire.fail("playback_failed", { cause: error });
      if (this.#hasPlayed && this.#mayRenew) return true;
    }
    const refusal = await this.#probe();
    if (refusal?.status === 401 && this.#isWorthRenewing()) return true;
    if (isStalled) return false;
    throw refusal ?? this.#wire.fail("playback_failed", { cause: error });
  }

  #isWorthRenewing(): boolean {
    return this.#mayRenew || (this.#wasGood && Date.now() - this.#renewed.at > YOUNG_FOR);
  }

  /** Requests the first byte, as the element did, to learn the status. Undefined: the URL is valid. */
  async #probe(): Promise<StagepassError | undefined> {
    const { within, refused, isFailure } = this.#wire;
    try {
      return await within(this.#end.signal, async (signal) => {
        const init = {
          ...ALWAYS,
          redirect: "follow",
          cache: "no-store",
          headers: { Range: "bytes=0-0" },
          signal,
        } as const;
        const answer = await fetch(this.#address, init);
        if (!answer.ok) return refused(answer, OF_NODE);
        answer.body?.cancel().catch(() => {});
        return undefined;
      });
    } catch (error) {
      if (isFailure(error)) return error;
      throw error;
    }
  }

  /** Sets a new URL. The element then loses its position, its speed and its playing state. */
  #goOn(address: string): void {
    this.#position = this.#audio.currentTime || this.#position;
    this.#playbackRate = this.#audio.playbackRate;
    this.#isReturning = true;
    this.#renewed = { at: Date.now(), currentTime: this.#position };
    this.#load(address);
    if (this.#isMeantToPlay) this.#resume();
  }

  /** Restores the position, once the element knows the track. */
  #return(): void {
    this.#wasGood = true;
    if (!this.#isReturning) return;
    this.#isReturning = false;
    if (this.#position > 0) this.#audio.currentTime = this.#position;
    this.#audio.playbackRate = this.#playbackRate;
  }
}
