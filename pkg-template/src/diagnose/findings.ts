import type { Diagnosis, Finding } from "../types.js";
import type { Facts, Reply, ServiceFacts } from "./facts.js";

/** The clock error that is reported, in milliseconds. */
const CLOCK_TOLERANCE = 5 * 60_000;

type Say = (weight: Finding["weight"], code: Finding["code"], message: string) => void;

/** Returns the findings that follow from the facts. */
export const diagnosisOf = (facts: Facts): Diagnosis => {
  const findings: Finding[] = [];
  const say: Say = (weight, code, message) => findings.push({ code, weight, message });
  ofConfiguration(facts, say);
  ofCore(facts, say);
  ofService(facts, say);
  ofCallback(facts, say);
  ofStorage(facts, say);
  ofBrowser(facts, say);
  const of = (weight: Finding["weight"]) => findings.filter((finding) => finding.weight === weight);
  const errors = of("error");
  return { ok: !errors.length, findings: [...errors, ...of("warning"), ...of("note")] };
};

const ofConfiguration = ({ page, core, callback }: Facts, say: Say) => {
  if (callback.elsewhere) {
    say(
      "error",
      "redirect_uri_elsewhere",
      `redirectUri is on ${callback.elsewhere}, but this page is on ${page.origin}. This page could not receive the response to a login. Use a URL on ${page.origin}, and register it with the service.`,
    );
  } else if (core.failure?.code === "config_invalid") {
    say("error", "config_invalid", `${core.failure.words} Every call fails until you correct this.`);
  }
};

const ofCore = ({ core: { failure, webAssembly } }: Facts, say: Say) => {
  if (failure && failure.code !== "config_invalid") {
    say(
      "error",
      "core_not_loaded",
      `The core could not be loaded: ${failure.words} Users cannot sign in. Serve core.wasm beside the script or at wasmUrl, and allow it in this page's Content-Security-Policy. Or import stagepass/inline.`,
    );
  }
  if (webAssembly === "refused") {
    say(
      "note",
      "webassembly_refused",
      "This page's Content-Security-Policy forbids WebAssembly. The core is loaded as core.js, which is about 10 KB larger (compressed) and slower to start. Add 'wasm-unsafe-eval' to script-src.",
    );
  } else if (webAssembly === "missing") {
    say(
      "note",
      "webassembly_refused",
      "This browser has no WebAssembly, as in iOS's Lockdown Mode. The core is loaded as core.js, which is about 10 KB larger (compressed) and slower to start. You do not need to do anything.",
    );
  }
};

const ofService = ({ baseUrl, page, service }: Facts, say: Say) => {
  if (!service) return;
  // The same cause mostly blocks both responses, so it is reported once.
  if (!isReached("me", service, baseUrl, page.origin, say)) return;
  if (service.token && isReached("token", service, baseUrl, page.origin, say)) {
    const { token } = service;
    if (token.kind === "answered" && token.error === "invalid_client") {
      say(
        "error",
        "app_unknown",
        `The service at ${baseUrl} knows no app with this apiKey. Its sign-in window would only show an error. Compare the key with your app's on the service's page, and check that baseUrl is that service.`,
      );
    }
  }
  ofClock(service.me, say);
};

const isReached = (name: "me" | "token", service: ServiceFacts, baseUrl: string, origin: string, say: Say): boolean => {
  const what = `${baseUrl.replace(/\/+$/, "")}/${name === "me" ? "me" : "oauth/token"}`;
  const reply = service[name] as Reply;
  switch (reply.kind) {
    case "answered": {
      const strange = strangeness(name, reply);
      if (strange) {
        say(
          "error",
          "service_unexpected",
          `${what} ${strange}. The service is not at this address, or is not configured correctly. Check that baseUrl is its URL, with the version segment at the end.`,
        );
      }
      return !strange;
    }
    case "unreadable":
      say(
        "error",
        "cors_refused",
        `${what} responds, but pages of ${origin} may not read the response. A login would fail with "network". Make the service, or the proxy before it, send Access-Control-Allow-Origin. It must also allow the methods GET and POST, and the headers Authorization and Content-Type. If baseUrl is not the service's URL, correct it.`,
      );
      return false;
    case "forbidden":
      say(
        "error",
        "service_refused_by_policy",
        `This page's Content-Security-Policy blocks requests to ${what}. A login would fail with "network". Add ${new URL(baseUrl).origin} to connect-src.`,
      );
      return false;
    default:
      say(
        "error",
        "service_unreachable",
        `${what} ${reply.kind === "late" ? "did not respond within five seconds" : "cannot be reached"}. A login would fail. Check that this device is online, and that baseUrl is the service's URL.`,
      );
      return false;
  }
};

/** Returns why a response is not the service's: the end of a sentence. */
const strangeness = (name: "me" | "token", reply: Extract<Reply, { kind: "answered" }>): string | undefined => {
  if (!reply.status) return "redirects, and Stagepass follows no redirect of the service";
  if (reply.isHtml) return `responds with HTML (status ${reply.status}) instead of JSON`;
  if (name === "me" && reply.status !== 401)
    return `responds to a request without a token with status ${reply.status} instead of 401`;
  if (name === "token" && (reply.status < 400 || reply.status >= 500 || !reply.error))
    return `responds to an unknown token with status ${reply.status} instead of 400 and an "error" in JSON`;
  return undefined;
};

const ofClock = (me: Reply, say: Say) => {
  const ahead = me.kind === "answered" ? (me.ahead ?? 0) : 0;
  if (Math.abs(ahead) <= CLOCK_TOLERANCE) return;
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  say(
    "warning",
    "clock_off",
    `This computer's clock is ${minutes} minutes ${ahead > 0 ? "fast" : "slow"}, compared with the service's. Sessions are not affected, because Stagepass compares this clock only with itself. Certificates, for example, may fail. Set the clock.`,
  );
};

const ofCallback = ({ redirectUri, callback }: Facts, say: Say) => {
  const { answer, status, reason, redirectsTo, isLeaking } = callback;
  const finish = "call oauth.handleRedirect() there, or import stagepass/callback";
  if (answer === "missing") {
    say(
      "error",
      "callback_missing",
      `There is no page at ${redirectUri}: ${status ? `it responds with status ${status}` : "there is no response, or a redirect to another origin"}. Logins end there, and no user is signed in. Put a page there, and ${finish}.`,
    );
  } else if (answer === "silent") {
    say(
      "error",
      "callback_silent",
      `The page at ${redirectUri} ignores the response to a login: it did not hand over a test response. Logins end there, and no user is signed in. To finish the login, ${finish}, as soon as the page loads. Also check that its scripts load.`,
    );
  } else if (answer === "untested") {
    say(
      "note",
      "callback_untested",
      `The page at ${redirectUri} could not be tested, because ${reason}. Sign in once to check that it finishes a login.`,
    );
  }
  if (redirectsTo) {
    say(
      "warning",
      "callback_redirects",
      `${redirectUri} redirects to ${redirectsTo}. With responseMode "query", the response to a login may be lost, or be written to a log. Use the second URL as redirectUri, and register it with the service.`,
    );
  }
  if (isLeaking) {
    say(
      "warning",
      "callback_leaks",
      `The page at ${redirectUri} has no strict referrer policy. With responseMode "query", its requests for its own files send the code in their Referer until it is exchanged. With "fragment", the default, they do not. Add <meta name="referrer" content="no-referrer"> to it, or send the header Referrer-Policy: no-referrer.`,
    );
  }
};

const ofStorage = ({ page }: Facts, say: Say) => {
  const { storage, isStoreBroken, isFramed } = page;
  if (storage !== "kept" || isStoreBroken) {
    const which = storage === "kept" ? "The store of the configuration" : "This page's localStorage";
    const full = storage === "full";
    say(
      "warning",
      full ? "storage_full" : "storage_denied",
      `${which} ${full ? "is full" : "cannot be used: the browser stores nothing for this site, or the store throws"}. A session ends with the page${storage === "kept" ? "" : ", and a full-page login cannot be finished: use the popup"}. ${full ? "Delete what this site no longer needs." : "Allow site data for this site."}`,
    );
  }
  if (isFramed) {
    say(
      "warning",
      "storage_partitioned",
      "This page is in a frame of another origin. If that is another site, the browser separates the session here from the one in the app's own window. A user who is signed in there is not signed in here. Sign in by popup here, because the service's pages cannot be shown in a frame.",
    );
  }
};

const ofBrowser = ({ page }: Facts, say: Say) => {
  if (!page.isSecure) {
    say(
      "warning",
      "insecure_context",
      `${page.origin} is not a secure context: an attacker on the network can read and change this page, and sign in as the user. Serve it over https. (http is fine for localhost.)`,
    );
  }
  if (!page.hasLocks) {
    say(
      "warning",
      "no_web_locks",
      `There are no Web Locks here: ${page.isSecure ? "the browser is an old one" : "browsers have them only in secure contexts"}. Two tabs may refresh a session at the same time, which the service tolerates. A popup cannot sign in without its opener. ${page.isSecure ? "You do not need to do anything." : "Serve the page over https."}`,
    );
  }
  if (!page.canOpen) {
    say(
      "warning",
      "no_popups",
      'There is no window.open here, as in some in-app browsers. A login by popup fails with "popup_blocked". Pass fallback: "fullScreen" to login.',
    );
  }
  if (page.isIsolated) {
    say(
      "note",
      "app_isolated",
      'This page has a Cross-Origin-Opener-Policy of same-origin. It cannot see its popups. Signing in works, but a closed popup is detected only when the user returns to this page. If you do not need that policy, send "same-origin-allow-popups".',
    );
  }
};
