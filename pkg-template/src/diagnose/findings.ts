import type { Diagnosis, Finding } from "../types.js";
import type { Facts, Reply, ServiceFacts } from "./facts.js";
import { bodyOf } from "./service.js";

/** The clock error that is reported, in milliseconds. */
const CLOCK_TOLERANCE = 5 * 60_000;

type Say = (severity: Finding["severity"], code: Finding["code"], message: string) => void;

/** Returns the findings that follow from the facts. */
export const diagnosisOf = (facts: Facts): Diagnosis => {
  const findings: Finding[] = [...(facts.provider?.findings ?? [])];
  const say: Say = (severity, code, message) => findings.push({ code, severity, message });
  ofConfiguration(facts, say);
  ofCore(facts, say);
  ofService(facts, say);
  ofAccessServer(facts, say);
  ofCallback(facts, say);
  ofStorage(facts, say);
  ofBrowser(facts, say);
  const of = (severity: Finding["severity"]) => findings.filter((finding) => finding.severity === severity);
  const errors = of("error");
  return { ok: !errors.length, findings: [...errors, ...of("warning"), ...of("note")] };
};

/** Returns the word for the server at which users sign in. */
const serverOf = ({ provider }: Facts) => (provider ? "provider" : "service");

const ofConfiguration = (facts: Facts, say: Say) => {
  const { redirectUri, page, core, callback, unknownFields } = facts;
  if (unknownFields.length) {
    say(
      "warning",
      "config_field_unknown",
      `The configuration has fields without an effect: ${unknownFields.join(", ")}. Check their spelling, or remove them.`,
    );
  }
  if (!redirectUri) {
    say(
      "error",
      "config_invalid",
      "The configuration has no redirectUri, so no login can begin. Only a client on the callback page needs none.",
    );
  }
  if (callback.elsewhere) {
    say(
      "error",
      "redirect_uri_elsewhere",
      `redirectUri is on ${callback.elsewhere}, but this page is on ${page.origin}. This page cannot receive the response to a login. Use a page on ${page.origin}, and register its address at the ${serverOf(facts)}.`,
    );
  } else if (core.failure?.code === "config_invalid") {
    say("error", "config_invalid", `${core.failure.words} Every call fails until you correct it.`);
  }
};

const ofCore = ({ core: { failure, webAssembly }, provider }: Facts, say: Say) => {
  const file = provider ? "openid" : "core";
  if (failure && failure.code !== "config_invalid") {
    say(
      "error",
      "core_not_loaded",
      `The core could not be loaded: ${failure.words} No user can sign in. Check that ${file}.wasm is served next to the script, or at wasmUrl, and that this page's Content-Security-Policy allows it.${provider ? "" : " Or import stagepass/inline."}`,
    );
  }
  if (webAssembly === "refused") {
    say(
      "note",
      "webassembly_refused",
      `This page's Content-Security-Policy blocks WebAssembly. Stagepass uses ${file}.js instead, which is about 7 KB larger (compressed) and starts slower. Add 'wasm-unsafe-eval' to script-src.`,
    );
  } else if (webAssembly === "missing") {
    say(
      "note",
      "webassembly_refused",
      `This browser has no WebAssembly, like iOS in Lockdown Mode. Stagepass uses ${file}.js instead, which is about 7 KB larger (compressed) and starts slower. You need to do nothing.`,
    );
  }
};

const ofService = ({ baseUrl, redirectUri, responseMode, page, core: { failure }, service }: Facts, say: Say) => {
  // What follows from an invalid value would only distract from it.
  const isInvalid = failure?.code === "config_invalid" && /^(baseUrl|apiKey|appName) /.test(failure.words);
  if (!service || isInvalid) return;
  const base = baseUrl.replace(/\/+$/, "");
  const { metadata, revoke, check } = service;
  if (!isReached(`${base}/oauth/revoke`, revoke, page.origin, say)) return;
  ofIssuer(base, bodyOf(metadata)?.issuer, say);
  ofResponseMode(base, responseMode, bodyOf(metadata), say);
  ofClock(revoke, say);
  if (check && !isReached(`${base}/oauth/check`, check, page.origin, say)) return;
  if (redirectUri) ofRegistration(base, redirectUri, service, say);
};

/** Returns whether the service responds. If not, reports why. */
const isReached = (url: string, reply: Reply, origin: string, say: Say): boolean => {
  switch (reply.kind) {
    case "answered": {
      const reason = strangeness(reply);
      if (reason) {
        say(
          "error",
          "service_unexpected",
          `${url} ${reason}. This is not a Stagepass service, or it is not set up correctly. Check that baseUrl is the service's address, with the version segment at its end, such as /v1.`,
        );
      }
      return !reason;
    }
    case "unreadable":
      say(
        "error",
        "cors_refused",
        `${url} responds, but CORS does not let pages on ${origin} read the response: a login, or a call after it, fails with "network". The service, or a proxy in front of it, must send Access-Control-Allow-Origin, and allow the methods GET and POST and the headers Authorization and Content-Type. A wrong baseUrl, such as one without its version segment, has the same effect.`,
      );
      return false;
    case "forbidden":
      say(
        "error",
        "service_refused_by_policy",
        `This page's Content-Security-Policy blocks requests to ${url}: a login fails with "network". Add ${new URL(url).origin} to connect-src.`,
      );
      return false;
    default:
      say(
        "error",
        "service_unreachable",
        `${url} ${reply.kind === "late" ? "did not respond within five seconds" : "cannot be reached"}: a login fails. Check that this device is online, that the service is running, and that baseUrl is its address.`,
      );
      return false;
  }
};

/**
 * Returns why a response is not the service's: the end of a sentence. An error of RFC 6749 is a proper response, but a
 * 404 is not.
 */
const strangeness = ({ status, isHtml, body }: Extract<Reply, { kind: "answered" }>): string | undefined => {
  if (!status) return "redirects to another address, and Stagepass follows no redirect";
  if (isHtml) return `responds with an HTML page (status ${status})`;
  const isError = status >= 400 && status < 500 && status !== 404 && typeof body?.error === "string";
  if (status !== 200 && !isError) return `responds with status ${status}`;
  return undefined;
};

const ofIssuer = (base: string, issuer: unknown, say: Say) => {
  if (typeof issuer !== "string" || issuer === base) return;
  say(
    "error",
    "issuer_mismatch",
    `baseUrl is ${base}, but the service there calls itself ${issuer}: a login fails with "issuer_mismatch". Set baseUrl to ${issuer}. If you run the service, you can change its own base URL instead.`,
  );
};

/** RFC 8414 section 2: without the member, a service has these two. */
const RESPONSE_MODES: readonly unknown[] = ["query", "fragment"];

const ofResponseMode = (base: string, mode: string | undefined, metadata: ReturnType<typeof bodyOf>, say: Say) => {
  if (!mode || !metadata) return;
  const listed = metadata.response_modes_supported;
  if ((Array.isArray(listed) ? listed : RESPONSE_MODES).includes(mode)) return;
  say(
    "error",
    "response_mode_unsupported",
    `The service at ${base} does not list the responseMode "${mode}" in its metadata (response_modes_supported), so it may refuse each login. Leave responseMode out.`,
  );
};

const ofRegistration = (base: string, redirectUri: string, { revoke, check }: ServiceFacts, say: Say) => {
  const problem = bodyOf(check)?.problem as { parameter: string; message: string; remedy: string } | undefined;
  if (problem?.parameter === "redirect_uri") {
    say(
      "error",
      "redirect_uri_refused",
      `The service at ${base} does not accept the redirectUri ${redirectUri}: ${problem.message}. Its sign-in page shows an error. ${problem.remedy}`,
    );
  } else if (problem || (revoke.kind === "answered" && revoke.body?.error === "invalid_client")) {
    say(
      "error",
      "app_unknown",
      `The service at ${base} does not accept this app: ${problem?.message ?? "no app is registered with this apiKey"}. Its sign-in page shows an error. ${problem?.remedy ?? "Check the key, and that baseUrl is the service that issued it."}`,
    );
  } else if (!check) {
    say(
      "note",
      "registration_untested",
      `This service does not say whether ${redirectUri} is registered for the app. Sign in once to test it.`,
    );
  }
};

const ofClock = (reply: Reply, say: Say) => {
  const ahead = reply.kind === "answered" ? (reply.ahead ?? 0) : 0;
  if (Math.abs(ahead) <= CLOCK_TOLERANCE) return;
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  say(
    "warning",
    "clock_off",
    `This computer's clock is ${minutes} minutes ${ahead > 0 ? "fast" : "slow"}, compared with the service's. Sessions are not affected, because Stagepass compares this clock only with itself. Other things that read it, such as certificates, may fail. Set the clock.`,
  );
};

const ofAccessServer = ({ accessServer, page }: Facts, say: Say) => {
  if (!accessServer || bodyOf(accessServer)) return;
  const reason =
    accessServer.kind === "forbidden"
      ? "this page's Content-Security-Policy blocks requests to it. Add its origin to connect-src"
      : accessServer.kind === "unreadable"
        ? `CORS does not let pages on ${page.origin} read its responses, or it is another server`
        : accessServer.kind === "invalid"
          ? "it is not a URL. Use an origin, such as https://gate.example"
          : accessServer.kind === "answered"
            ? `it responds with status ${accessServer.status}. Check that accessServer is its address`
            : "it did not respond. Check that it runs, and that accessServer is its address";
  say("warning", "access_server_unreachable", `Gated tracks cannot be played from accessServer: ${reason}.`);
};

const ofCallback = (facts: Facts, say: Say) => {
  const { redirectUri, callback, provider } = facts;
  const { answer, status, reason, redirectsTo, isLeaking, cutOffFrom, otherVersion } = callback;
  const method = provider ? "handleRedirect" : "oauth.handleRedirect";
  const finish = `run \`npx stagepass callback public\` to create one, or call ${method}() there`;
  // A provider that does not list the fragment gets no other responseMode.
  const isInQuery = provider?.takesFragment === false;
  const inQuery = isInQuery ? "This provider responds in the query:" : 'With responseMode "query",';
  if (answer === "missing") {
    say(
      "error",
      "callback_missing",
      `There is no page at ${redirectUri}: ${status ? `it responds with status ${status}` : (reason ?? "no response comes, or a redirect to another origin")}. Users are sent there and are not signed in. Add a page: ${finish}.`,
    );
  } else if (answer === "silent") {
    say(
      "error",
      "callback_silent",
      `The page at ${redirectUri} does not finish logins: ${reason ?? "it did nothing with a test response"}. Users are sent there and are not signed in. Check in its console that its scripts load. To finish logins, ${finish} as soon as the page loads.`,
    );
  } else if (answer === "untested") {
    say(
      "note",
      "callback_untested",
      `The page at ${redirectUri} could not be tested, because ${reason}. Sign in once to test it.`,
    );
  }
  if (cutOffFrom) {
    say(
      "error",
      "callback_refused_by_policy",
      `The Content-Security-Policy of the page at ${redirectUri} blocks requests to the ${serverOf(facts)}. A login by popup works, but a full-page login fails with "network". Add ${cutOffFrom} to its connect-src.`,
    );
  }
  if (otherVersion) {
    say(
      "warning",
      "callback_stale",
      `The page at ${redirectUri} has version ${otherVersion} of callback.js, which is not the version of this app. Run \`npx stagepass callback public\` again after each update.`,
    );
  }
  if (redirectsTo) {
    say(
      "warning",
      "callback_redirects",
      `${redirectUri} redirects to ${redirectsTo}. ${inQuery} the response to a login may get lost, or be written to a log. Use the second address as redirectUri, and register it at the ${serverOf(facts)}.`,
    );
  }
  if (isLeaking) {
    say(
      "warning",
      "callback_leaks",
      `The page at ${redirectUri} has no strict referrer policy. ${inQuery} requests of the page for its own files carry the authorization code in their Referer.${isInQuery ? "" : ' With "fragment", the default, they do not.'} Add <meta name="referrer" content="no-referrer">, or send the header Referrer-Policy: no-referrer.`,
    );
  }
};

const ofStorage = (facts: Facts, say: Say) => {
  const { storage, isStoreBroken, isFramed } = facts.page;
  if (storage !== "kept" || isStoreBroken) {
    const which = storage === "kept" ? "The store of the configuration" : "This page's localStorage";
    const full = storage === "full";
    say(
      "warning",
      full ? "storage_full" : "storage_denied",
      `${which} ${full ? "is full" : "cannot be used: the browser stores nothing for this site, or the store throws"}. A session ends with the page${storage === "kept" ? "" : ", and a full-page login cannot finish: use the popup"}. ${full ? "Delete data that this site no longer needs." : "Allow site data for this site."}`,
    );
  }
  if (isFramed) {
    say(
      "warning",
      "storage_partitioned",
      `This page is in a frame of another origin. If that is another site, the browser separates the session in the frame from the session in the app's own window. Sign in by popup here: ${facts.provider ? "most providers" : "the service"} cannot be shown in a frame. If the frame has a sandbox attribute, it needs allow-popups and allow-popups-to-escape-sandbox.`,
    );
  }
};

const ofBrowser = ({ page, provider }: Facts, say: Say) => {
  if (page.isSandboxed) {
    say(
      "error",
      "popups_sandboxed",
      'This page is in a frame whose sandbox attribute forbids popups: a login fails with "popup_blocked". Add allow-popups and allow-popups-to-escape-sandbox to the attribute.',
    );
  }
  if (!page.isSecure) {
    say(
      "warning",
      "insecure_context",
      `${page.origin} is not a secure context: an attacker on the network can read and change this page, and sign in as the user. Use https. (http is fine for localhost.)`,
    );
  }
  if (!page.hasLocks) {
    say(
      "warning",
      "no_web_locks",
      `There are no Web Locks: ${page.isSecure ? "this is an old browser" : "browsers have them only in secure contexts"}. Two tabs may refresh a session at the same time, ${provider ? "which makes some providers end it" : "which the service tolerates"}, and a popup cannot sign in without its opener. ${page.isSecure ? "You need to do nothing." : "Serve the page by https."}`,
    );
  }
  if (!page.canOpen) {
    say(
      "warning",
      "no_popups",
      'There is no window.open, as in some in-app browsers: a login by popup fails with "popup_blocked". Pass fallback: "redirect" to login.',
    );
  }
  if (page.isIsolated) {
    say(
      "note",
      "app_isolated",
      'This page has a Cross-Origin-Opener-Policy of same-origin, so it cannot see its popups. Signing in works. A closed popup is noticed only when the user returns to this page. If you do not need that policy, send "same-origin-allow-popups".',
    );
  }
};
