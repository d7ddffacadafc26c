import { OF_NODE } from "../api/failure.js";
import { checkId } from "../api/track.js";
import type { Wire } from "../api/wire.js";
import type { StagepassError } from "../errors.js";
import { ALWAYS, DEADLINE } from "../terms.js";
import type { Playback, Tracks } from "../types.js";
import { watchStalls } from "./stall.js";

/** The codes of `MediaError` behind which an address that is too old may hide: the element is not told the status. */
const MEDIA_ERR_NETWORK = 2;
const MEDIA_ERR_SRC_NOT_SUPPORTED = 4;

/** `HTMLMediaElement.HAVE_METADATA`: positions mean something. */
const HAVE_METADATA = 1;

/** `HTMLMediaElement.HAVE_CURRENT_DATA`: there is something to hear at this very position. */
const HAVE_CURRENT_DATA = 2;

/**
 * How long after a renewal, in milliseconds, and within how much of where it was, in seconds, being there is no progress: the
 * element was sent there. Where the audio itself is broken it would fail there again, and ask for an address each time.
 */
const NO_PROGRESS_FOR = 10_000;
const NO_PROGRESS_WITHIN = 1;

/** An address that is refused so soon after it was given, in milliseconds, is not refused for its age. */
const YOUNG_FOR = 1_000;

/** Who looks after an element: one at a time, whichever client it came from. */
const keepers = new WeakMap<HTMLMediaElement, Keeper>();

/** @param addressOf Asks for a track's address, new at each call. */
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
 * Looks after one track on one element.
 *
 * A new address is asked for once; again only after the element has made some progress with it, or where it was good for a
 * while and has got too old without any: somebody made a long pause. So an address that is refused although it is new ends
 * the playback, and nothing goes round in circles.
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
  /** Fires when the element is looked after no longer; all listeners and requests hang on it. */
  readonly #end = new AbortController();

  #address = "";
  #hasPlayed = false;
  #mayRenew = true;
  #renewed = { at: -Infinity, currentTime: 0 };
  /** Whether the element could read the track at this address. */
  #wasGood = false;
  /** Where the element was last, or was sent, in seconds. A failure makes some browsers (WebKit) forget it. */
  #position = 0;
  #isReturning = false;
  #playbackRate = 1;
  #isRecovering = false;
  /** `paused` does not tell: a failure sets it in some browsers (Chromium), and leaves it in others. */
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

  /** Looks after the element no longer, and leaves it as it is. Gives whether it did until now. */
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

  /** Whether the element still plays what it was given here: the app may have given it something else. */
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

  /** Has the element play. What comes of it is told by the element's events, but for a refusal by the browser. */
  #resume(): void {
    const address = this.#address;
    this.#audio.play().then(
      () => this.#begin(),
      (error: unknown) => {
        // Pending calls are rejected whenever the element is given another address: then that is what counts.
        if (address !== this.#address || this.#isRecovering) return;
        const { name } = error as Error;
        // Somebody has pressed pause meanwhile: paused is a way to play.
        if (name === "AbortError") this.#begin();
        if (name !== "NotAllowedError") return;
        // Once it has played, the listener can press play: the track is there.
        if (this.#hasPlayed) this.#isMeantToPlay = false;
        else this.#fail(this.#wire.fail("playback_blocked", { cause: error }));
      },
    );
  }

  #mean(isToPlay: boolean): void {
    // What comes of a failure is nobody's wish.
    if (!this.#audio.error) this.#isMeantToPlay = isToPlay;
  }

  #notePosition(): void {
    const { error, readyState, currentTime } = this.#audio;
    if (!error && readyState >= HAVE_METADATA && !this.#isReturning) this.#position = currentTime;
  }

  #noteProgress(): void {
    const { error, seeking, readyState } = this.#audio;
    // An element that has failed still says once where it is.
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

  /** Whether a new address may help. Throws what is wrong if not; a stalled element is left to itself. */
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

  /** Asks for the first byte, as the element did, to learn what it was not told. Undefined: the address is good. */
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

  /** A new address makes the element forget where it was, how fast, and that it was playing. */
  #goOn(address: string): void {
    this.#position = this.#audio.currentTime || this.#position;
    this.#playbackRate = this.#audio.playbackRate;
    this.#isReturning = true;
    this.#renewed = { at: Date.now(), currentTime: this.#position };
    this.#load(address);
    if (this.#isMeantToPlay) this.#resume();
  }

  /** The element knows the track: it can be sent to where it was. */
  #return(): void {
    this.#wasGood = true;
    if (!this.#isReturning) return;
    this.#isReturning = false;
    if (this.#position > 0) this.#audio.currentTime = this.#position;
    this.#audio.playbackRate = this.#playbackRate;
  }
}
