// Runs in the owner's page, as the body of a function. Returns the failures.

const { changeKind, fromRule, toRule, Unreadable } = await import("/owner/rule_tree.js");
const { crypto } = globalThis;
const below = (n) => crypto.getRandomValues(new Uint32Array(1))[0] % n;
const some = (make) => Array.from({ length: below(4) }, make);
const sometimes = (members) => (below(2) ? members : {});
const LEAVES = [
  () => ({ geo: { [below(2) ? "in" : "not_in"]: some(() => ["DE", "Sweden", "BQ"][below(3)]) } }),
  () => ({ group: ["friends", "a", ""][below(3)] }),
  () => ({ paid: "album" }),
  () => ({ site: { from: some(() => ["https://radio.example", "http://localhost:5173"][below(2)]) } }),
  () => ({ site: { signed: "radio" } }),
  () => ({ signed_in: sometimes({ verified: true }) }),
  () => ({ schedule: {
    ...sometimes({ from: "2026-12-01" }), ...sometimes({ until: "2026-12-24T18:00:01" }),
    ...sometimes({ weekly: [{ days: ["fri", "sat"], from: "20:00", until: "24:00" }] }), zone: "listener",
  } }),
];
const rule = (depth) => {
  const which = below(depth > 4 ? LEAVES.length : LEAVES.length + 5);
  if (which < LEAVES.length) return LEAVES[which]();
  if (which === LEAVES.length) return { not: rule(depth + 1) };
  return { [below(2) ? "all" : "any"]: some(() => rule(depth + 1)) };
};
const wrong = [];
for (let n = 0; n < 5_000; n += 1) {
  const before = rule(0);
  const form = fromRule(before);
  if (JSON.stringify(toRule(form)) !== JSON.stringify(before)) wrong.push(JSON.stringify(before));
  // A user who tries other kinds of a condition and returns to the first has lost nothing.
  const { kind } = form;
  if (!["all", "any", "not"].includes(kind)) {
    for (const other of ["geo", "schedule", "signed", "none", kind]) changeKind(form, other, kind);
    if (JSON.stringify(toRule(form)) !== JSON.stringify(before)) wrong.push(`another kind: ${JSON.stringify(before)}`);
    for (const other of ["group", "paid", "any"]) changeKind(form, other, kind);
    if (JSON.stringify(toRule(form)) !== JSON.stringify({ any: [before] })) wrong.push(`in any: ${JSON.stringify(before)}`);
  }
}
const deep = `${'{"not": '.repeat(1_000)}{"group": "a"}${"}".repeat(1_000)}`;
const none = ['{}', '[]', '7', '"all"', '{"geo": {}}', '{"geo": {"in": "SE"}}', '{"geo": {"in": ["SE"], "near": "SE"}}', '{"any": {}}',
  '{"any": [null]}', '{"all": [], "any": []}', '{"toString": 1}', '{"__proto__": 1}', '{"schedule": {"weekly": [{"day": []}]}}',
  '{"signed_in": {"verified": "yes"}}', '{"group": 7}', deep];
for (const text of none) {
  try {
    fromRule(JSON.parse(text));
    wrong.push(`taken: ${text.slice(0, 80)}`);
  } catch (error) {
    if (!(error instanceof Unreadable)) wrong.push(`${error}: ${text.slice(0, 80)}`);
  }
}
return wrong;
