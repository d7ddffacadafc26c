import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { siteToken as signed } from "../../examples/sign-site-token.js";
import type { Rule } from "../../src/entry/index.js";
import { PretendAudio } from "../support/audio.js";
import { core, freshFacade } from "../support/pretend.js";
import { access, INVITATION, node, open, reset, SIGNER, say, service, world } from "../support/servers.js";

const config = await open();
const { stagepass, StagepassError } = await freshFacade();
let sp = stagepass(config);

beforeEach(() => {
  reset();
  sp = stagepass(config);
});

afterEach(() => {
  for (const { path } of [...access.received, ...node.received, ...service.received]) {
    assert.ok(!/site-token-\d|invitation/.test(path), `a secret stands in an address: ${path}`);
  }
});

const shown = () => access.received.map(({ headers }) => headers["stagepass-site-token"]);

/** What the access server returns for a user who may not listen. */
const REFUSAL = {
  error: "The track opens later. It is for friends of the band.",
  code: "not_yet",
  rule: "schedule",
  refusals: [
    { rule: "schedule", code: "not_yet", error: "The track opens later.", opensAt: "2026-12-01T00:00:00Z" },
    {
      rule: "group",
      code: "not_signed_in",
      error: "It is for friends of the band.",
      joinUrl: "https://band.example/join",
      signIn: true,
    },
  ],
};

/** The same in the package's own words. */
const REFUSALS = REFUSAL.refusals.map(({ error, ...more }) => ({ ...more, message: error }));

test("that a track may be heard is told without an address for its audio", async () => {
  assert.deepEqual(await sp.tracks.access(8), { allowed: true });
  assert.deepEqual(access.requests, ["GET /tracks/8/access"]);
  assert.equal(access.received[0]?.headers.authorization, `Ticket ticket-1 for ${access.origin}`);
  assert.equal(world.signature, 0);
});

test("nobody is asked about a public track, which needs no access server", async () => {
  const { accessServer: _, ...rest } = config;
  const other = stagepass(rest);
  assert.deepEqual(await other.tracks.access(7), { allowed: true });
  assert.deepEqual(access.received, []);
  await assert.rejects(other.tracks.access(8), { code: "config_invalid", message: /^accessServer is missing/ });
  await assert.rejects(sp.tracks.access(99), { code: "not_found" });
});

test("that a track may not be heard is told, with all that stands in the way", async () => {
  access.instead = (_, response) => say(response, 200, { allowed: false, ...REFUSAL });
  assert.deepEqual(await sp.tracks.access(8), {
    allowed: false,
    message: REFUSAL.error,
    code: "not_yet",
    refusals: REFUSALS,
  });
  access.instead = (_, response) => say(response, 200, { allowed: false, error: "No.", code: "no_rule" });
  assert.deepEqual(await sp.tracks.access(8), { allowed: false, message: "No.", code: "no_rule", refusals: [] });
});

test("what is neither a yes nor a no is bad_response", async () => {
  for (const body of [
    null,
    [],
    {},
    { allowed: "true" },
    { allowed: false },
    { allowed: false, error: "No." },
    { allowed: 1, ...REFUSAL },
  ]) {
    access.instead = (_, response) => say(response, 200, body);
    await assert.rejects(sp.tracks.access(8), { code: "bad_response" }, JSON.stringify(body));
  }
});

test("a refusal to play carries what stands in the way", async () => {
  access.instead = (_, response) => say(response, 403, REFUSAL);
  const audio = new PretendAudio() as unknown as HTMLAudioElement;
  for (const call of [sp.tracks.streamUrl(8), sp.tracks.play(audio, 8)]) {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof StagepassError);
      assert.deepEqual(
        [error.code, error.rule, error.description, error.refusals],
        ["access_refused", "schedule", REFUSAL.error, REFUSALS],
      );
      return true;
    });
  }
});

test("of a refusal only that comes through which is what it should be", async () => {
  const whole = { rule: "paid", code: "not_paid", error: "Buy it." };
  const ours = { rule: "paid", code: "not_paid", message: "Buy it." };
  for (const [refusal, expected] of [
    [null, []],
    ["no", []],
    [{ ...whole, error: { html: "<b>" } }, []],
    [{ ...whole, rule: 7 }, []],
    [{ rule: "paid", error: "Buy it." }, []],
    [{ ...whole, buyUrl: "javascript:alert(1)", joinUrl: "data:text/html,x" }, [ours]],
    [{ ...whole, buyUrl: "/buy", joinUrl: 7, opensAt: "soon", signIn: "yes" }, [ours]],
    [{ ...whole, opensAt: 7, yourCountry: 7, allowedCountries: "DE", more: "x" }, [ours]],
    [
      { ...whole, buyUrl: "https://shop.example/a b", yourCountry: null, allowedCountries: ["DE", 7] },
      [{ ...ours, buyUrl: "https://shop.example/a%20b", yourCountry: null, allowedCountries: ["DE"] }],
    ],
  ] as const) {
    access.instead = (_, response) => say(response, 403, { error: "No.", refusals: [refusal] });
    await assert.rejects(sp.tracks.streamUrl(8), (error) => {
      assert.deepEqual((error as InstanceType<typeof StagepassError>).refusals, expected, JSON.stringify(refusal));
      return true;
    });
  }
});

test("a site's token goes to the access server in a header, for gated tracks alone", async () => {
  await sp.tracks.streamUrl(8, { siteToken: "site-token-1" });
  await sp.tracks.access(8, { siteToken: "site-token-1" });
  await sp.tracks.streamUrl(8);
  assert.deepEqual(shown(), ["site-token-1", "site-token-1", undefined]);
  const never = () => assert.fail("a public track needs none");
  await sp.tracks.streamUrl(7, { siteToken: never });
  await sp.tracks.access(7, { siteToken: never });
  for (const { headers } of [...service.received, ...node.received]) {
    assert.equal(headers["stagepass-site-token"], undefined);
  }
});

test("what gets a token is asked anew for each address, and told for which track", async () => {
  const trackIds: number[] = [];
  const siteToken = async (trackId: number) => `site-token-${trackIds.push(trackId)}`;
  await sp.tracks.streamUrl(8, { siteToken });
  const audio = new PretendAudio();
  await sp.tracks.play(audio as unknown as HTMLAudioElement, 8, { siteToken });
  audio.tick(42);
  world.signature++;
  const again = new Promise((resolve) => audio.addEventListener("seeked", resolve, { once: true }));
  await audio.more();
  await again;
  assert.deepEqual(shown(), ["site-token-1", "site-token-2", "site-token-3"]);
  assert.deepEqual(trackIds, [8, 8, 8]);
});

test("what is no token is sent to nobody, and what fails to get one is the cause", async () => {
  for (const siteToken of ["", "two words", "line\nbreak", "ünïcode", 7, null, async () => undefined]) {
    await assert.rejects(
      sp.tracks.streamUrl(8, { siteToken: siteToken as string }),
      { code: "option_invalid", message: /^siteToken/ },
      String(siteToken),
    );
  }
  const cause = new Error("the shop is closed");
  await assert.rejects(sp.tracks.streamUrl(8, { siteToken: () => Promise.reject(cause) }), { code: "network", cause });
  assert.deepEqual(access.received, []);
});

test("whoever has an invitation joins the group, in their name", async () => {
  assert.deepEqual(await sp.tracks.join(INVITATION), { group: "friends", name: "Friends of the band" });
  assert.deepEqual(access.requests, ["POST /join"]);
  const [{ headers, body } = {}] = access.received;
  assert.equal(headers?.authorization, `Ticket ticket-1 for ${access.origin}`);
  assert.deepEqual(JSON.parse(String(body)), { invitation: INVITATION });
});

test("an invitation that does not let in says why", async () => {
  await assert.rejects(sp.tracks.join("another"), {
    code: "not_found",
    status: 404,
    description: "There is no such invitation.",
  });
  for (const [code, error] of [
    ["invitation_used", "Somebody else has used this invitation."],
    ["invitation_expired", "This invitation has expired."],
  ]) {
    access.instead = (_, response) => say(response, 410, { error, code });
    await assert.rejects(sp.tracks.join(INVITATION), { code: "not_found", status: 410, description: error });
  }
  access.instead = (_, response) => say(response, 200, { group: 7 });
  await assert.rejects(sp.tracks.join(INVITATION), { code: "bad_response" });
});

test("joining needs an invitation, a listener and an access server", async () => {
  for (const none of ["", 7, undefined] as string[]) {
    await assert.rejects(sp.tracks.join(none), { code: "option_invalid", message: /^invitation/ });
  }
  core.accessToken = () => Promise.reject({ code: 19 });
  await assert.rejects(sp.tracks.join(INVITATION), { code: "not_signed_in" });
  assert.deepEqual(access.received, []);
  const { accessServer: _, ...rest } = config;
  await assert.rejects(stagepass(rest).tracks.join(INVITATION), { code: "config_invalid" });
  const signal = AbortSignal.abort();
  await assert.rejects(sp.tracks.join(INVITATION, { signal }), { code: "aborted" });
  await assert.rejects(sp.tracks.access(8, { signal }), { code: "aborted" });
});

test("a rule goes to the access server with the names of its JSON", async () => {
  const rule: Rule = {
    all: [
      { any: [{ group: "friends" }, { paid: "album" }, { site: { from: ["https://band.example"] } }] },
      { not: { geo: { in: ["US"] } } },
      { geo: { notIn: ["US"] } },
      { signedIn: { verified: true } },
      { not: { any: [{ signedIn: {} }] } },
      {
        schedule: {
          from: "2026-12-01",
          weekly: [{ days: ["fri", "sat"], from: "20:00", until: "02:00" }],
          zone: "listener",
        },
      },
    ],
  };
  const made = await sp.tracks.create({ title: "Gated", trackCid: "bafkrei8", rule });
  assert.deepEqual(made.accessAuthorities, [SIGNER]);
  const json = JSON.stringify(rule)
    .replace('"notIn"', '"not_in"')
    .replace(/"signedIn"/g, '"signed_in"');
  assert.deepEqual(JSON.parse(String(access.received[0]?.body)).rule, JSON.parse(json));
});

test("a rule that is written as JSON is sent unchanged", async () => {
  const rule = { any: [{ signed_in: {} }, { geo: { not_in: ["US"] } }, { moon: "full" }] };
  await sp.tracks.create({ title: "Gated", trackCid: "bafkrei8", rule: rule as unknown as Rule });
  assert.deepEqual(JSON.parse(String(access.received[0]?.body)).rule, rule);
});

test("a denial reason names its condition as a rule does", async () => {
  const refusal = { rule: "signed_in", code: "not_signed_in", error: "Sign in." };
  const refusals = [refusal, { ...refusal, rule: "moon_phase" }];
  access.instead = (_, response) => say(response, 403, { ...refusal, refusals });
  await assert.rejects(sp.tracks.streamUrl(8), (thrown) => {
    const { rule, refusals } = thrown as InstanceType<typeof StagepassError>;
    assert.deepEqual([rule, refusals?.map((one) => one.rule)], ["signedIn", ["signedIn", "moon_phase"]]);
    return true;
  });
});

test("what the example for a site's own server signs is what an access server takes", ({ mock }) => {
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
  const secret = "A".repeat(43);
  // printf 'stagepass-site-token\n7\n1800000060' | openssl dgst -sha256 -hmac AAA… -binary | basenc --base64url
  assert.equal(signed(secret, 7), "st1.1800000060.ZnCWhTOZNFhIJt1bPf6qOiy5GtC4_4L5M_lt4hjDM_I");
});
