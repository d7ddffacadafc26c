import assert from "node:assert/strict";
import { test } from "node:test";

const { misread } = (await import(new URL("../../../hermes.mjs", import.meta.url).href)) as {
  misread(code: string): string[];
};

test("what old Hermes misreads is found, whatever a function is", () => {
  for (const code of [
    "function f() { var a; try { ((x) => { a = x; })(1); throw 1; } catch (e) { return a; } }",
    "const f = async () => { let a = 0; const g = () => a++; try { await g(); } finally { print(a); } }",
    "function* f() { let a; const g = () => () => { [a] = [1]; }; try { yield g; } catch { return { a }; } }",
    "const f = function (a) { try { (() => { for (a of [1]); })(); } finally { if (a) print(); } }",
  ]) {
    assert.equal(misread(code).length, 1, code);
  }
});

test("what it reads as it is, is not found", () => {
  for (const code of [
    "function f() { var a; try { a = 1; } catch (e) { return a; } }",
    "function f() { const a = { b: 0 }; try { (() => { a.b = 1; })(); } catch (e) { return a.b; } }",
    "function f() { let a; try { ((x) => { let a; a = x; })(1); } finally { print(a); } }",
    "function f() { let a; try { (() => { a = 1; })(); } finally { print(() => a); } }",
    "function f() { let a; (() => { a = 1; })(); try { g(); } catch (a) { print(a); } return a; }",
  ]) {
    assert.deepEqual(misread(code), [], code);
  }
});
