import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { CONFIG, deferred, freshFacade, page, pretendBrowser, seen, settled, USER } from "../support/pretend.js";

pretendBrowser();
const { stagepass } = await freshFacade();
const { oauth } = stagepass(CONFIG);
beforeEach(() => void seen.requests.splice(0));

test("while a login asks who it is, whoever hears of it and asks too waits for the same answer", async () => {
  const answer = deferred<Response>();
  page.service = () => answer.promise;
  const login = oauth.login({ scope: "read" });
  await settled();
  const requests = [oauth.getUser(), oauth.getUser()];
  await settled();
  answer.resolve(Response.json(USER));
  assert.deepEqual(await Promise.all([login.then((result) => "user" in result && result.user), ...requests]), [
    USER,
    USER,
    USER,
  ]);
  assert.equal(seen.requests.length, 1);
  page.service = async () => Response.json(USER);
  await oauth.getUser();
  assert.equal(seen.requests.length, 2);
});

test("whoever gives up asks anew, and the others wait on", async () => {
  const answers = [deferred<Response>(), deferred<Response>()];
  page.service = () => (answers[seen.requests.length - 1] ?? answers[0])?.promise as Promise<Response>;
  const end = new AbortController();
  const given = oauth.getUser({ signal: end.signal });
  const other = oauth.getUser();
  await settled();
  end.abort();
  await assert.rejects(given, { code: "aborted" });
  const anew = oauth.getUser();
  await settled();
  answers[1]?.resolve(Response.json(USER));
  assert.deepEqual(await anew, USER);
  answers[0]?.resolve(Response.json({ ...USER, name: "Ada L." }));
  assert.equal((await other).name, "Ada L.");
  assert.equal(seen.requests.length, 2);
});
