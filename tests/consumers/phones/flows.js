// What an app does with the package on a phone, from a login to a logout. The script is the same in every engine, and
// uses the real service.
//
// A flow has one life of the app or several. Only the phone's storage, the address at which the app is started, and the
// flow's own `kept` outlive a life.

import { toBase64 } from "./phone/bytes.js";
import { agrees, closes, comesByLink, refuses, storeIn, waits } from "./phone/phone.js";

/** @type {Record<string, ((app: object) => Promise<void>)[]>} */
export const FLOWS = {
  "signs in, and knows who it is": [
    async ({ phone, network, settings, open }) => {
      const sp = open();
      is(await sp.oauth.isAuthenticated(), false);
      const { kind, user, appState } = await sp.oauth.login({ scope: "read", appState: { page: "library" } });
      is([kind, user.handle, appState], ["signed-in", settings.user, { page: "library" }]);
      is(sp.oauth.session.get().status, "signed-in");
      is((await sp.oauth.getUser()).userId, user.userId);
      is([await sp.oauth.hasScope("read"), await sp.oauth.hasScope("write")], [true, false]);
      is(network.count("POST /v1/oauth/token"), 1);
      is(phone.visits.length, 1);
      const { url, redirectUri } = phone.visits[0];
      is(redirectUri, settings.config.redirectUri);
      for (const part of ["code_challenge_method=S256", "response_mode=query", `api_key=${settings.config.apiKey}`]) {
        is([part, url.includes(part)], [part, true]);
      }
    },
    // Started again, with what is stored.
    async ({ network, settings, open }) => {
      const sp = open();
      await sp.ready();
      is(sp.oauth.session.get().status, "signed-in");
      is((await sp.oauth.getUser()).handle, settings.user);
      is(network.count("/oauth/token"), 0);
    },
  ],

  "renews once for two who ask at once": [
    async (app) => {
      const sp = await signedIn(app, "read");
      const before = await sp.oauth.getAccessToken();
      const [one, two] = await Promise.all([1, 2].map(() => sp.oauth.getAccessToken({ forceRefresh: true })));
      is([one === two, one === before], [true, false]);
      is(app.network.count("POST /v1/oauth/token"), 2);
      const answer = await sp.fetch("me");
      is(answer.status, 200);
    },
  ],

  "uploads, creates a gated track, gets its address": [
    async (app) => {
      const sp = await signedIn(app, "write");
      const steps = [];
      const upload = await sp.tracks.upload(await sound(app), { onProgress: (progress) => steps.push(progress) });
      is([upload.duration, upload.mimeType.startsWith("audio/")], [1, true]);
      const { sent, total } = steps[steps.length - 1];
      is(sent, total);
      const track = await sp.tracks.create({ title: "Made on a phone", trackCid: upload.trackCid, rule: { signedIn: {} } });
      is(track.accessAuthorities.length, 1);
      const address = await sp.tracks.streamUrl(track.id);
      const response = await fetch(address, { headers: { Range: "bytes=0-99" } });
      is([response.status, response.headers.get("content-type").startsWith("audio/")], [206, true]);
      // A signed-out user may not hear it.
      await sp.oauth.logout();
      await fails(sp.tracks.streamUrl(track.id), "access_refused");
      await fails(sp.tracks.play({}, track.id), "unsupported");
    },
  ],

  "goes on with an upload after being killed": [
    async (app) => {
      const sp = await signedIn(app, "write");
      const file = await sound(app);
      Object.assign(app.kept, { file });
      await new Promise((killed) => {
        app.network.lets = (request) => {
          if (!request.startsWith("PATCH ")) return true;
          setTimeout(killed, 50);
          return false;
        };
        sp.tracks.upload(file).catch(() => {});
      });
      is(app.network.count("POST /v1/uploads"), 1);
    },
    async ({ kept, network, open }) => {
      const upload = await open().tracks.upload(kept.file);
      is(upload.duration, 1);
      is(network.count("POST /v1/uploads"), 0);
      is(network.requests.filter((request) => /^(HEAD|PATCH) /.test(request)).map((request) => request.split(" ")[0]), ["HEAD", "PATCH"]);
    },
  ],

  "is not agreed with": [
    async ({ phone, network, open }) => {
      const sp = open();
      phone.person = refuses;
      await fails(sp.oauth.login({ scope: "read" }), "access_denied");
      is([await sp.oauth.isAuthenticated(), network.count("/oauth/token")], [false, 0]);
    },
  ],

  "is left by the person, who then comes by a link": [
    async ({ phone, open }) => {
      const sp = open();
      let callback;
      phone.person = async (visit) => {
        callback = await visit.decide("approve");
        return { type: "cancel" };
      };
      await fails(sp.oauth.login({ scope: "read" }), "popup_closed");
      is(await sp.oauth.isAuthenticated(), false);
      const signedIn = new Promise((resolve) => sp.on("signed-in", resolve));
      phone.call(callback);
      is((await signedIn).status, "signed-in");
    },
  ],

  "is dismissed, and comes by a link": [byLink("dismiss")],
  "has opened elsewhere, and comes by a link": [byLink("opened")],

  "is dismissed for good": [
    async ({ phone, open }) => {
      const sp = open();
      phone.person = closes("dismiss");
      await fails(sp.oauth.login({ scope: "read" }), "popup_closed");
      phone.person = closes("locked");
      await fails(sp.oauth.login({ scope: "read" }), "popup_blocked");
      phone.person = agrees;
      is((await sp.oauth.login({ scope: "read" })).kind, "signed-in");
    },
  ],

  "is killed while the browser is open, and started by the link": [
    async (app) => {
      await new Promise((killed) => {
        app.phone.person = async (visit) => {
          app.phone.initial = await visit.decide("approve");
          killed();
          return waits();
        };
        app.open().oauth.login({ scope: "read", appState: { page: "settings" } }).catch(() => {});
      });
    },
    async ({ network, settings, open }) => {
      const sp = open();
      await sp.ready();
      is(sp.oauth.session.get().status, "signed-in");
      const result = await sp.oauth.handleRedirect();
      is([result.kind, result.appState, result.user?.handle], ["signed-in", { page: "settings" }, settings.user]);
      is(network.count("POST /v1/oauth/token"), 1);
    },
    // Its JavaScript is loaded again: the address of the start is still there, and means nothing any more.
    async ({ network, open }) => {
      const sp = open();
      await sp.ready();
      is([sp.oauth.session.get().status, (await sp.oauth.handleRedirect()).kind], ["signed-in", "none"]);
      is(network.count("POST /v1/oauth/token"), 0);
    },
  ],

  "is given up by the app": [
    async ({ phone, network, open }) => {
      const sp = open();
      const giveUp = new AbortController();
      let callback;
      phone.person = async (visit) => {
        callback = await visit.decide("approve");
        giveUp.abort();
        return waits();
      };
      await fails(sp.oauth.login({ scope: "read", signal: giveUp.signal }), "aborted");
      is(phone.closed, 1);
      // An aborted login stays aborted, even if its answer arrives.
      await fails(sp.oauth.handleRedirect(callback), "transaction_lost");
      is([await sp.oauth.isAuthenticated(), network.count("/oauth/token")], [false, 0]);
    },
  ],

  "begins a second login, which is the one that counts": [
    async ({ phone, open }) => {
      const sp = open();
      const opened = new Promise((resolve) => {
        phone.person = (visit) => {
          resolve(visit);
          return waits();
        };
      });
      const first = fails(sp.oauth.login({ scope: "read" }), "superseded");
      await opened;
      phone.person = agrees;
      is((await sp.oauth.login({ scope: "write" })).kind, "signed-in");
      await first;
      is([await sp.oauth.hasScope("write"), phone.visits.length], [true, 2]);
    },
  ],

  "is without a network, and keeps the session": [
    async (app) => {
      const sp = await signedIn(app, "read");
      app.network.lets = () => false;
      await fails(sp.oauth.getAccessToken({ forceRefresh: true }), "network");
      await fails(sp.oauth.getUser(), "network");
      is(await sp.oauth.isAuthenticated(), true);
      app.network.lets = () => true;
      is((await sp.oauth.getUser()).handle, app.settings.user);
    },
  ],

  "is bound to a key of the phone": [
    async (app) => {
      const { phone, settings } = app;
      const sp = app.open({ ...app.bound(phone.keychain), storage: phone.storage });
      is([(await sp.oauth.login({ scope: "write" })).kind, phone.countSecrets()], ["signed-in", 1]);
      is((await sp.tracks.upload(await sound(app))).duration, 1);
      const token = await sp.oauth.getAccessToken();
      const asBearer = await fetch(`${settings.config.baseUrl}/me`, { headers: { Authorization: `Bearer ${token}` } });
      is(asBearer.status, 401);
    },
    // Started again: first by a thief, who has copied the storage and not the keychain.
    async ({ phone, network, settings, open, bound }) => {
      const stored = phone.after().stored;
      const thief = open({ ...bound(storeIn(new Map())), storage: storeIn(new Map(stored)) });
      await fails(thief.fetch("me"), "session_expired");
      is(network.requests, []);
      thief.dispose();
      const { baseUrl, apiKey } = settings.config;
      const [, record] = stored.find(([key]) => key.startsWith("stagepass/session/"));
      const body = { grant_type: "refresh_token", refresh_token: JSON.parse(record).refreshToken, client_id: apiKey };
      const headers = { "Content-Type": "application/json" };
      const stolen = await fetch(`${baseUrl}/oauth/token`, { method: "POST", headers, body: JSON.stringify(body) });
      is([stolen.status, (await stolen.json()).error], [400, "invalid_grant"]);
      const sp = open({ ...bound(phone.keychain), storage: phone.storage });
      await sp.oauth.getAccessToken({ forceRefresh: true });
      is((await sp.fetch("me")).status, 200);
      is([await sp.oauth.logout(), phone.countSecrets()], [{ revoked: true }, 0]);
    },
  ],

  "signs out": [
    async (app) => {
      const sp = await signedIn(app, "read");
      const token = await sp.oauth.getAccessToken();
      await sp.oauth.logout();
      is([await sp.oauth.isAuthenticated(), app.network.count("POST /v1/oauth/revoke")], [false, 1]);
      await fails(sp.oauth.getUser(), "not_signed_in");
      const answer = await fetch(`${app.settings.config.baseUrl}/me`, { headers: { Authorization: `Bearer ${token}` } });
      is(answer.status, 401);
    },
    async ({ open }) => {
      const sp = open();
      await sp.ready();
      is(sp.oauth.session.get().status, "signed-out");
    },
  ],
};

function byLink(type) {
  return async ({ phone, network, settings, open }) => {
    const sp = open();
    phone.person = comesByLink(type);
    const { kind, user } = await sp.oauth.login({ scope: "read" });
    is([kind, user.handle], ["signed-in", settings.user]);
    is(network.count("POST /v1/oauth/token"), 1);
  };
}

async function signedIn({ open }, scope) {
  const sp = open();
  is((await sp.oauth.login({ scope })).kind, "signed-in");
  return sp;
}

/** A second of unique noise, as a file picker returns it: WAV, 8 bits, 8000 a second. */
async function sound({ phone }) {
  const noise = String.fromCharCode(...phone.random(8000));
  const number = (value, bytes) => Array.from({ length: bytes }, (_, at) => String.fromCharCode((value >>> (8 * at)) & 255)).join("");
  const format = `fmt ${number(16, 4)}${number(1, 2)}${number(1, 2)}${number(8000, 4)}${number(8000, 4)}${number(1, 2)}${number(8, 2)}`;
  const wav = `RIFF${number(36 + noise.length, 4)}WAVE${format}data${number(noise.length, 4)}${noise}`;
  return { uri: `data:audio/wav;base64,${toBase64(wav)}`, name: "take.wav", type: "audio/wav" };
}

/** No library of assertions runs everywhere that this does. */
function is(actual, expected) {
  const [shown, wanted] = [actual, expected].map((value) => JSON.stringify(value));
  if (shown !== wanted) throw new Error(`${shown}, and not ${wanted}`);
}

async function fails(work, code) {
  const error = await work.then(
    (value) => {
      throw new Error(`it should have failed with ${code}, and gave ${JSON.stringify(value)}`);
    },
    (error) => error,
  );
  if (error.code !== code) throw error;
  return error;
}
