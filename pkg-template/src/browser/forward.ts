import { message, openChannel } from "../handoff.js";

/**
 * Hands the response of a popup login to the opener, as the core does (src/client/handle_redirect.rs): removes it from
 * the address bar, and posts the address. Resolves when the opener has taken it.
 *
 * The opener decides what the response is worth. So this reads only its `state`.
 */
export const forward = (url: string, state: string): Promise<void> =>
  new Promise((resolve) => {
    const { opener } = window;
    const answer = message("answer", state, url);
    const hear = (text: unknown) => {
      if (text === message("taken", state)) resolve();
    };
    addEventListener("message", ({ data, origin, source }) => {
      if (source && source === opener && origin === location.origin) hear(data);
    });
    try {
      opener?.postMessage(answer, location.origin);
      history.replaceState(history.state, "", withoutResponse(url));
    } catch {
      // A sandboxed page has no origin, and a browser limits how often a page may set its address.
    }
    openChannel(state).then(
      (channel) => {
        channel.onmessage = ({ data }) => hear(data);
        channel.postMessage(answer);
      },
      // There are no channels, or no `crypto.subtle`, as on a page of plain http. The core needs neither.
      () => {},
    );
  });

const PART = /\?[^#]*|#.*/gs;
const STATE_OF_OURS = /^.(.*&)?state=sp1\.[pf]\./s;
const RESPONSE = /^(state|code|error|error_description|error_uri|iss)(=|$)/;

/** Returns the address without the response. src/callback.rs has the same names, and its `clean_url`. */
const withoutResponse = (url: string): string =>
  url.replace(PART, (part) => {
    if (!STATE_OF_OURS.test(part)) return part;
    const others = part.slice(1).split("&");
    const rest = others.filter((pair) => !RESPONSE.test(pair)).join("&");
    return rest && part[0] + rest;
  });
