import { message, openChannel } from "../handoff.js";

/**
 * Hands the response of a popup login to the opener: posts the address, and removes the response from it. Resolves when
 * the opener has taken it. The core does the same (src/core/client/handle_redirect.rs), in the other order.
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
    // The page's own first script may have posted it already.
    if ("stagepassTaken" in document.documentElement.dataset) resolve();
    try {
      opener?.postMessage(answer, location.origin);
      history.replaceState(history.state, "", withoutResponse(url, state));
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

const RESPONSE = /^((session_)?state|code|iss|token_format|error(_description|_uri)?)(=|$)/;

/** Returns the address without the response: the `clean_url` of src/core/callback.rs, which has the same names. */
const withoutResponse = (url: string, state: string): string =>
  url.replace(/[?#][^#]*/g, (part) => {
    // A `code` without it may belong to another library.
    if (!part.includes(state)) return part;
    const others = part.slice(1).split("&");
    const rest = others.filter((pair) => !RESPONSE.test(pair)).join("&");
    return rest && part[0] + rest;
  });
