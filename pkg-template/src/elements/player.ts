import { methodsOf } from "../adapter/client.js";
import type { StagepassError } from "../errors.js";
import type { Stagepass, Track } from "../types.js";
import { type Closed, describeClosed } from "./closed.js";
import { openControls } from "./controls.js";
import { draw, make } from "./dom.js";
import type { Open } from "./element.js";
import { releaseControls, takeControls } from "./media-session.js";
import { showPicture } from "./picture.js";
import { signIn } from "./sign-in.js";
import { errorTextOf, report, textOf } from "./texts.js";
import type { StagepassPlayer } from "./types.js";

/** Shows `<stagepass-player>`. */
export const openPlayer: Open = (element, client, signal) => {
  const host = element as StagepassPlayer;
  const { tracks } = client as Stagepass;
  const { session } = methodsOf(client);
  let track: Track | undefined;
  let closed: Closed | undefined;
  let failure: StagepassError | undefined;
  let isOpening = false;
  let isDrawn = false;
  /** Whether the SDK keeps the track on the element. The element's `src` stays after a failure. */
  let isHeld = false;
  /** Ends what belongs to the present track. */
  let own = new AbortController();

  const audio = make("audio");
  const image = make("img", "", { alt: "" });
  const artwork = make("div", "artwork", {}, draw("M6 14v-4M10 17V7M14 19V5M18 14v-4"), image);
  const title = make("bdi", "title", { id: "title" });
  const artist = make("bdi", "artist");
  // Live only after the user has acted: a page of closed tracks would announce all of them.
  const message = make("div", "message", { "aria-live": "off" });

  const trackId = () => Number(host.getAttribute("track"));
  const options = () => ({ siteToken: host.siteToken, signal: own.signal });

  /** Runs a step of the present track, and shows its failure. */
  const attempt = async (work: () => Promise<unknown>) => {
    const { signal } = own;
    try {
      await work();
    } catch (thrown) {
      const error = thrown as StagepassError;
      if (signal.aborted) return;
      if (error.code === "access_refused") {
        closed = { message: error.description ?? error.title, refusals: error.refusals ?? [] };
      } else {
        failure = error;
        report(host, error);
      }
    }
    if (!signal.aborted) render();
  };

  const load = () => {
    own.abort();
    own = new AbortController();
    track = closed = failure = undefined;
    isOpening = isHeld = isDrawn = false;
    controls.draw([]);
    render();
    if (!host.hasAttribute("track")) return;
    return attempt(async () => {
      track = await tracks.get(trackId(), options());
      render();
      await check();
    });
  };

  const check = async () => {
    const present = own;
    // Playback asks again, and reports a failure.
    const access = await tracks.access(trackId(), options()).catch(() => undefined);
    if (present !== own || !access) return;
    closed = access.allowed ? undefined : access;
    if (!closed) failure = undefined;
    render();
    if (!closed) await showWaveform();
  };

  const showWaveform = async () => {
    if (isDrawn) return;
    const present = own;
    // The track plays without it.
    const peaks = await tracks.waveform(trackId(), options()).catch(() => undefined);
    if (present !== own || !peaks) return;
    isDrawn = true;
    controls.draw(peaks);
  };

  const play = async () => {
    message.setAttribute("aria-live", "polite");
    if (isOpening) return;
    if (isHeld) return audio.play().catch(() => {});
    closed = failure = undefined;
    isOpening = true;
    render();
    const present = own;
    await attempt(async () => {
      try {
        const { finished } = await tracks.play(audio, trackId(), options());
        isOpening = false;
        isHeld = true;
        render();
        void showWaveform();
        await finished;
      } finally {
        // Another track may have begun.
        if (present === own) isOpening = isHeld = false;
      }
    });
  };

  const retry = () => (track ? play() : load());

  const enter = () => {
    message.setAttribute("aria-live", "polite");
    failure = undefined;
    return attempt(() => signIn(host, client));
  };

  const controls = openControls(host, audio, title, play);

  const render = () => {
    // What had the focus may go.
    const hadFocus = message.contains(host.shadowRoot?.activeElement ?? null);
    host.dataset.status = failure ? "error" : closed ? "closed" : isOpening || !track ? "loading" : "ready";
    title.textContent = title.title = track?.title ?? "";
    artist.textContent = track?.user.name ?? "";
    showPicture(image, track?.artwork);
    const next = make("div", "", {}, ...described());
    // The same words again must neither lose the focus nor be announced.
    if (next.innerHTML !== message.innerHTML) message.replaceChildren(...next.childNodes);
    controls.render(track, isOpening);
    if (hadFocus && !message.contains(host.shadowRoot?.activeElement ?? null)) controls.focus();
  };

  const described = (): Node[] => {
    const ways = closed ? describeClosed(host, closed, enter) : [];
    if (!failure) return ways;
    const again = make("button", "retry", { type: "button", onclick: retry }, textOf(host, "retry"));
    return [make("p", "error", {}, errorTextOf(host, failure)), ...(closed ? ways : [make("p", "way", {}, again)])];
  };

  let { status } = session.get();
  const unsubscribe = session.subscribe(() => {
    const before = status;
    status = session.get().status;
    if (before !== "loading" && before !== status && !isHeld) void (track ? check() : load());
  });
  // The user may return from a shop.
  document.addEventListener("visibilitychange", () => closed && !document.hidden && check(), { signal });
  audio.addEventListener("playing", () => track && takeControls(audio, track), { signal });
  signal.addEventListener("abort", () => {
    unsubscribe();
    own.abort();
    releaseControls(audio);
  });

  Object.assign(host, { audio, play });
  void load();
  const words = make("div", "words", {}, title, artist);
  const foot = make("div", "foot", {}, controls.transport, message);
  const box = make("div", "player", { role: "group", "aria-labelledby": title.id }, artwork, words, controls.button);
  box.append(foot, audio);
  return { box, render: (attribute) => void (attribute === "track" ? load() : render()) };
};
