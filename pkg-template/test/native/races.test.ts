// Logins on a phone under whatever happens in whatever order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { CALLBACK, Phone, peers, settled } from "../support/phone.js";

peers({});

/** A small generator of its own: a failure comes again with its seed. */
const randomly = (seed: number) => () => {
  seed = (Math.imul(seed ^ 0x9e3779b9, 1_664_525) + 1_013_904_223) >>> 0;
  return (seed >>> 8) / 2 ** 24;
};

/** A login, and how it ended. */
interface Tried {
  end: AbortController;
  outcome?: string;
}

test("whatever happens, every login ends once, no code is exchanged twice, and an abort is final", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_800_000_000_000 });
  const seen = new Set<string>();
  for (let seed = 0; seed < 150; seed++) {
    const random = randomly(seed);
    const one = <T>(...values: T[]): T => values[Math.floor(random() * values.length)] as T;
    const phone = new Phone();
    phone.browser.canClose = random() < 0.5;
    const codes: string[] = [];
    phone.instead = (path, init) => {
      if (path !== "/oauth/token") return undefined;
      codes.push(JSON.parse(String(init?.body)).code);
      return random() < 0.2 ? Promise.reject(new TypeError("offline")) : undefined;
    };
    const client = phone.start();
    const logins: Tried[] = [];
    const begin = () => {
      const tried: Tried = { end: new AbortController() };
      logins.push(tried);
      client.oauth.login({ scope: "read", signal: tried.end.signal }).then(
        () => {
          tried.outcome = "in";
        },
        ({ code }) => {
          assert.equal(tried.outcome, undefined);
          tried.outcome = code;
        },
      );
    };
    const words: string[] = [];
    begin();
    for (let step = 0; step < 8; step++) {
      if (random() < 0.7) await settled();
      const page = one(...phone.browser.shown);
      const answer = page && `${CALLBACK}?code=${page.state}&state=${page.state}`;
      const what = one("link", "success", "refusal", "cancel", "dismiss", "locked", "opened", "abort", "wait", "login");
      words.push(what);
      if (what === "login") begin();
      else if (what === "abort") one(...logins).end.abort();
      else if (what === "wait") context.mock.timers.tick(one(500, 1_000, 3_000));
      else if (!page) continue;
      else if (what === "link") phone.links.bring(answer as string);
      else if (what === "success") page.end({ type: "success", url: answer as string });
      else if (what === "refusal") page.end({ type: "success", url: page.refusal });
      else page.end({ type: what });
    }
    for (let minute = 0; minute < 62; minute++) {
      await new Promise((resolve) => setImmediate(resolve));
      context.mock.timers.tick(60_000);
    }
    await settled();
    const message = `${seed}: ${words} → ${logins.map(({ outcome }) => outcome)}`;
    for (const { outcome } of logins) assert.ok(outcome, message);
    assert.equal(new Set(codes).size, codes.length, message);
    for (const { outcome } of logins) seen.add(outcome ?? "");
    // A late response signs the user in if they only closed the browser, and not if they aborted the login.
    const kept = phone.storage.logins;
    const answered = phone.browser.shown.filter(({ state }) => kept.includes(`stagepass/login/${state}`));
    const before = codes.length;
    for (const { answer } of phone.browser.shown) phone.links.bring(answer);
    await settled();
    assert.equal(codes.length - before, answered.length, message);
    const late = ["popup_closed", "popup_blocked", "superseded"];
    const isOver = ({ outcome }: Tried) => !late.includes(outcome ?? "");
    assert.ok(kept.length <= logins.length - logins.filter(isOver).length, message);
    client.dispose();
  }
  for (const outcome of [
    "in",
    "popup_closed",
    "popup_blocked",
    "superseded",
    "aborted",
    "access_denied",
    "timeout",
    "network",
  ]) {
    assert.ok(seen.has(outcome), `${outcome} is not among ${[...seen]}`);
  }
});
