// The player of a gated track, on its page and in a frame. Asks the track's access server whether the listener may hear
// it, and for the signed address of the audio. The page has all texts.
"use strict";

const player = document.querySelector("[data-access-server]");
if (player) openPlayer(player);

function openPlayer({ dataset: { accessServer, track } }) {
  const [audio, button, reasons, template] = ["audio", "button", "#reasons", "template"].map((one) =>
    player.querySelector(one),
  );
  let isOpening = false;
  // Where playback broke off.
  let position = 0;

  /** Asks the access server, and names the site that shows this page in a frame. */
  const ask = async (path) => {
    const headers = window === window.top ? {} : { "stagepass-embedder": embedder() };
    const init = { headers, credentials: "omit", signal: AbortSignal.timeout(20_000) };
    const response = await fetch(`${accessServer}${path}`, init);
    const answer = await response.json();
    if (response.ok || (response.status === 403 && Array.isArray(answer.refusals))) return answer;
    throw new Error(`The access server responds with ${response.status}.`);
  };

  const show = (...parts) => reasons.replaceChildren(...parts);

  const close = ({ refusals = [] }) => {
    button.hidden = true;
    show(...(refusals.length > 0 ? refusals.flatMap(explain) : [reason("other")]));
  };

  const check = async () => {
    const access = await ask(`/tracks/${track}/access`);
    if (!access.allowed) return close(access);
    button.hidden = false;
    show();
  };

  const play = async () => {
    const { data, ...denial } = await ask(`/stream/${track}?no_redirect=true`);
    if (!data) return close(denial);
    audio.src = data;
    audio.currentTime = position;
    audio.hidden = false;
    button.hidden = true;
    show();
    audio.focus();
    // The browser may want another click: then its controls have the button.
    await audio.play().catch(() => {});
  };

  const attempt = async (work) => {
    if (isOpening) return;
    isOpening = true;
    await work().catch(fail);
    isOpening = false;
  };

  const fail = () => {
    button.hidden = false;
    show(reason("failed"));
  };

  /** Returns a copy of a text. */
  const reason = (name) => template.content.querySelector(`[data-reason="${name}"]`).cloneNode(true);

  /** Returns why a condition denies access, and what would help. */
  const explain = ({ rule, code, opensAt, buyUrl, joinUrl, signIn }) => {
    const parts = [reason(nameOf(rule, code, opensAt))];
    if (signIn && rule !== "signed_in") parts.push(reason("sign-in"));
    if (opensAt) {
      const time = parts[0].querySelector("time");
      time.dateTime = opensAt;
      const format = { dateStyle: "long", timeStyle: "short" };
      time.textContent = new Date(opensAt).toLocaleString(document.documentElement.lang, format);
    }
    for (const [name, address] of Object.entries({ buy: buyUrl, join: joinUrl })) {
      if (!/^https?:/.test(address ?? "")) continue;
      const link = reason(name);
      link.querySelector("a").href = address;
      link.querySelector(".host").textContent = new URL(address).host;
      parts.push(link);
    }
    return parts;
  };

  button.addEventListener("click", () => attempt(play));
  audio.addEventListener("error", () => {
    // An address is valid for one listen.
    position = audio.currentTime;
    audio.hidden = true;
    fail();
  });
  attempt(check);
}

/** Returns the name of the text for a denial reason. */
function nameOf(rule, code, opensAt) {
  if (rule === "geo") return ["country_not_allowed", "excluded"].includes(code) ? "country" : "country-unknown";
  if (rule === "schedule") return opensAt ? "opens" : "over";
  if (rule === "signed_in") return code === "not_signed_in" ? "sign-in" : "verified";
  return ["group", "paid", "site"].includes(rule) ? rule : "other";
}

/** Returns the origin of the page that shows this one in a frame, or "null". Older browsers have only the referrer. */
function embedder() {
  const [origin] = location.ancestorOrigins ?? [];
  if (origin) return origin;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : "null";
}
