import assert from "node:assert/strict";
import { renameSync } from "node:fs";
import { afterEach, beforeEach, test } from "node:test";
import {
  bearer,
  CONFIG,
  core,
  freshCopy,
  freshFacade,
  page,
  pretendBrowser,
  seen,
  settled,
  started,
  USER,
} from "../support/pretend.js";
import { Origin, say } from "../support/servers.js";

// What Node fetches with is WebAssembly as well: it is made by a first request, before that is taken away.
const server = new Origin((_, response) => say(response, 200, {}));
await server.listen();
await fetch(server.origin);
server.close();
pretendBrowser();
const usual = { ...core };
const usualPage = { ...page };
const { WebAssembly } = globalThis;

beforeEach(() => {
  Object.assign(core, usual, { instances: 0, scripts: 0 });
  Object.assign(page, usualPage);
  seen.fetched.length = seen.unhandled.length = 0;
});
afterEach(async () => {
  await started();
  Object.assign(globalThis, { WebAssembly });
});

/** What was loaded: files of WebAssembly, and scripts in its place. */
const loaded = () => [seen.fetched.length, core.scripts];

const refused = class {
  constructor() {
    throw new WebAssembly.CompileError("blocked by the Content-Security-Policy");
  }
};

/** Ways in which a page can be without WebAssembly. */
const WITHOUT = {
  "there is none": undefined,
  "a Content-Security-Policy forbids it": { ...WebAssembly, validate: () => true, Module: refused },
  "a Content-Security-Policy forbids it in WebKit": {
    ...WebAssembly,
    validate: () => true,
    Module: WebAssembly.Module,
    Instance: refused,
  },
};

for (const [why, replacement] of Object.entries(WITHOUT)) {
  for (const entry of ["index", "inline"]) {
    test(`where ${why}, ${entry}.js loads the core as JavaScript, and no WebAssembly`, async () => {
      Object.assign(globalThis, { WebAssembly: replacement });
      const { stagepass } = await freshFacade(entry);
      for (const engine of [undefined, "auto", "js"] as const) {
        assert.deepEqual(await stagepass({ ...CONFIG, engine }).oauth.getUser(), USER);
      }
      assert.deepEqual([...loaded(), core.instances], [0, 1, 1]);
    });
  }
}

test("where there is WebAssembly, no JavaScript is loaded in its place", async () => {
  const { stagepass } = await freshFacade();
  for (const engine of [undefined, "auto", "wasm"] as const) await stagepass({ ...CONFIG, engine }).ready();
  assert.deepEqual(loaded(), [1, 0]);
});

test("who asks for JavaScript gets it, whatever the page can do", async () => {
  const { stagepass } = await freshFacade();
  await stagepass({ ...CONFIG, engine: "js" }).ready();
  assert.deepEqual(loaded(), [0, 1]);
});

test("who asks for WebAssembly gets nothing else: where it is forbidden, that is said", async () => {
  Object.assign(globalThis, {
    WebAssembly: {
      instantiate: () => Promise.reject(new WebAssembly.CompileError("blocked by the Content-Security-Policy")),
    },
  });
  const { stagepass, isStagepassError } = await freshFacade();
  await assert.rejects(stagepass({ ...CONFIG, engine: "wasm" }).ready(), (error) => {
    assert.ok(isStagepassError(error) && error.code === "load_failed");
    assert.match(String(error.cause), /Content-Security-Policy/);
    return true;
  });
  assert.equal(core.scripts, 0);
});

for (const entry of ["index", "inline"]) {
  test(`a page of ${entry}.js without a client of its own has the same choice`, async () => {
    Object.assign(globalThis, { WebAssembly: undefined });
    const { handleRedirect } = await freshFacade(entry);
    assert.deepEqual(await handleRedirect(), { kind: "none" });
    assert.deepEqual(loaded(), [0, 1]);
  });
}

test("an engine that there is not is refused at once", async () => {
  const { stagepass } = await freshFacade();
  for (const engine of ["asm", "", 1]) {
    assert.throws(() => stagepass({ ...CONFIG, engine } as unknown as typeof CONFIG), {
      code: "config_invalid",
      message: /^engine must be "auto", "wasm" or "js"\.$/,
    });
  }
});

test("a script that does not come is load_failed with its cause", async () => {
  const folder = freshCopy();
  renameSync(new URL("core.js", folder), new URL("away.mjs", folder));
  const { stagepass, isStagepassError } = (await import(`${folder}index.js`)) as Awaited<
    ReturnType<typeof freshFacade>
  >;
  await assert.rejects(stagepass({ ...CONFIG, engine: "js" }).ready(), (error) => {
    assert.ok(isStagepassError(error) && error.code === "load_failed" && error.cause instanceof Error);
    return true;
  });
  await settled();
  assert.deepEqual(seen.unhandled, []);
});

test("a trap in JavaScript is a trap: internal, and the next call has a new core", async () => {
  const { stagepass, isStagepassError } = await freshFacade();
  const sp = stagepass({ ...CONFIG, engine: "js" });
  core.accessToken = async (_config, _options, { number, exports }) => {
    if (number === 1) exports.trap();
    return bearer("token");
  };
  await assert.rejects(sp.oauth.getUser(), (error) => {
    assert.ok(isStagepassError(error) && error.code === "internal");
    assert.match(String(error.cause), /abort/);
    return true;
  });
  assert.deepEqual(await sp.oauth.getUser(), USER);
  assert.equal(core.instances, 2);
});
