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
      `redirectUri is of ${callback.elsewhere}, and this page of ${page.origin}. The answer to a login would come to where this page cannot have it. Use an address of ${page.origin}, and register that with the service.`,
    );
  } else if (core.failure?.code === "config_invalid") {
    say("error", "config_invalid", `${core.failure.words} Every call fails until that is mended.`);
  }
};

const ofCore = ({ core: { failure, webAssembly } }: Facts, say: Say) => {
  if (failure && failure.code !== "config_invalid") {
    say(
      "error",
      "core_not_loaded",
      `The core could not be loaded: ${failure.words} Nobody can sign in. See whether core.wasm is served beside the script, or where wasmUrl says, and what this page's Content-Security-Policy says of it; or import from stagepass/inline.`,
    );
  }
  if (webAssembly === "refused") {
    say(
      "note",
      "webassembly_refused",
      "This page's Content-Security-Policy does not let WebAssembly run: the core comes as core.js, which is about 10 KB larger (compressed) and slower to start. Add 'wasm-unsafe-eval' to script-src.",
    );
  } else if (webAssembly === "missing") {
    say(
      "note",
      "webassembly_refused",
      "This browser has no WebAssembly, as in iOS's Lockdown Mode: the core comes as core.js, which is about 10 KB larger (compressed) and slower to start. There is nothing to do.",
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
        `The service at ${baseUrl} knows no app with this apiKey. Its sign-in window would show an error and lead nowhere. Compare the key with the one that was given for the app, and see whether baseUrl is the service that gave it.`,
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
          `${what} ${strange}. So the service is not there, or not as it should be. See whether baseUrl is its address, with the version segment at its end.`,
        );
      }
      return !strange;
    }
    case "unreadable":
      say(
        "error",
        "cors_refused",
        `${what} answers, and does not let pages of ${origin} read the answer: a login would fail with "network". The service, or what stands before it, has to send Access-Control-Allow-Origin, and to allow the methods GET and POST and the headers Authorization and Content-Type. An address that is not the service's does the same: compare baseUrl.`,
      );
      return false;
    case "forbidden":
      say(
        "error",
        "service_refused_by_policy",
        `This page's Content-Security-Policy does not let it ask ${what}: a login would fail with "network". Add ${new URL(baseUrl).origin} to connect-src.`,
      );
      return false;
    default:
      say(
        "error",
        "service_unreachable",
        `${what} ${reply.kind === "late" ? "has not answered within five seconds" : "cannot be reached"}: a login would fail. See whether this device is online, and whether baseUrl is the service's address.`,
      );
      return false;
  }
};

/** Returns why a response is not the service's: the end of a sentence. */
const strangeness = (name: "me" | "token", reply: Extract<Reply, { kind: "answered" }>): string | undefined => {
  if (!reply.status) return "redirects to somewhere else, and Stagepass follows no redirect of the service's";
  if (reply.isHtml) return `answers with a page of HTML (status ${reply.status}), and should with JSON`;
  if (name === "me" && reply.status !== 401)
    return `answers a request without a token with status ${reply.status}, and should with 401`;
  if (name === "token" && (reply.status < 400 || reply.status >= 500 || !reply.error))
    return `answers a token of nobody's with status ${reply.status}, and should with 400 and an "error" in JSON`;
  return undefined;
};

const ofClock = (me: Reply, say: Say) => {
  const ahead = me.kind === "answered" ? (me.ahead ?? 0) : 0;
  if (Math.abs(ahead) <= CLOCK_TOLERANCE) return;
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  say(
    "warning",
    "clock_off",
    `This computer's clock is ${minutes} minutes ${ahead > 0 ? "fast" : "slow"}, compared with the service's. Sessions last all the same: Stagepass compares this clock with nothing but itself. What else reads it, certificates among that, may fail. Set it.`,
  );
};

const ofCallback = ({ redirectUri, callback }: Facts, say: Say) => {
  const { answer, status, reason, redirectsTo, isLeaking } = callback;
  const finish = "call oauth.handleRedirect() there, or import stagepass/callback";
  if (answer === "missing") {
    say(
      "error",
      "callback_missing",
      `There is no page at ${redirectUri}: ${status ? `it answers with status ${status}` : "no answer comes, or a redirect to another origin"}. Whoever signs in ends there, and is not signed in. Put a page there, and ${finish}.`,
    );
  } else if (answer === "silent") {
    say(
      "error",
      "callback_silent",
      `The page at ${redirectUri} does nothing with the answer to a login: it was given one, and has not handed it over. Whoever signs in ends there, and is not signed in. To finish the login, ${finish}, as soon as the page loads; and see whether its scripts come.`,
    );
  } else if (answer === "untested") {
    say(
      "note",
      "callback_untested",
      `Whether the page at ${redirectUri} finishes a login could not be tried, because ${reason}. Sign in once to see.`,
    );
  }
  if (redirectsTo) {
    say(
      "warning",
      "callback_redirects",
      `${redirectUri} redirects to ${redirectsTo}. With responseMode "query" the answer to a login may get lost on the way, or be left in a log. Use the second address as redirectUri, and register that with the service.`,
    );
  }
  if (isLeaking) {
    say(
      "warning",
      "callback_leaks",
      `The page at ${redirectUri} has no strict referrer policy. With responseMode "query", its requests for its own files carry the code in their Referer until it is redeemed; with "fragment", the default, nothing does. Add <meta name="referrer" content="no-referrer"> to it, or send the header Referrer-Policy: no-referrer.`,
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
      `${which} ${full ? "is full" : "cannot be used: the browser keeps nothing for this site, or the store throws"}. A session lives as long as the page${storage === "kept" ? "" : ", and a login on the full page cannot be finished: use the popup"}. ${full ? "Delete what this site no longer needs." : "Allow site data for this site."}`,
    );
  }
  if (isFramed) {
    say(
      "warning",
      "storage_partitioned",
      "This page is in a frame of another origin. If that is another site, the browser keeps a session here apart from the one in the app's own window: whoever is signed in there is not signed in here. Sign in by popup here; the service lets no frame show its pages.",
    );
  }
};

const ofBrowser = ({ page }: Facts, say: Say) => {
  if (!page.isSecure) {
    say(
      "warning",
      "insecure_context",
      `${page.origin} is no secure context: whoever is on the way can read and change this page, and sign in as the person. Serve it by https. (http is fine for localhost.)`,
    );
  }
  if (!page.hasLocks) {
    say(
      "warning",
      "no_web_locks",
      `There are no Web Locks here: ${page.isSecure ? "the browser is an old one" : "browsers have them in secure contexts alone"}. Tabs cannot take turns: two may renew a session at the same time, which the service forgives, and a popup cannot sign in without the page that opened it. ${page.isSecure ? "There is nothing to do." : "Serve the page by https."}`,
    );
  }
  if (!page.canOpen) {
    say(
      "warning",
      "no_popups",
      'There is no window.open here, as in some in-app browsers: a login by popup fails with "popup_blocked". Give login the option fallback: "fullScreen".',
    );
  }
  if (page.isIsolated) {
    say(
      "note",
      "app_isolated",
      'This page has a Cross-Origin-Opener-Policy of same-origin. It does not see what becomes of its popups: signing in works all the same, and that somebody has closed the popup is noticed only when they turn to this page again. If you do not need that policy, send "same-origin-allow-popups".',
    );
  }
};
