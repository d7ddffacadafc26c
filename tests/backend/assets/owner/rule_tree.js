// A rule as JSON, and as what a form holds of it. Pure: nothing here knows the page, and no rule for rules stands here
// but their form. Whether a country is one, or a rule too deep, the server says.

/** Deeper than any rule that the server takes: what is deeper still is not even read. */
const MAX_DEPTH = 32;
const COMBINATIONS = ["all", "any", "not"];

/** JSON that the form can't hold: where, and why. */
export class Unreadable extends Error {
  constructor(path, problem) {
    super(path === "" ? problem : `${path}: ${problem}`);
    this.path = path;
  }
}

/** Whether it holds others. */
export const isCombination = ({ kind }) => COMBINATIONS.includes(kind);

/**
 * An empty condition of this kind. It has a place for the values of every kind, so trying other kinds loses nothing.
 */
export function blank(kind, zone = "") {
  return {
    kind,
    rules: [],
    how: "in",
    countries: "",
    group: "",
    paid: "",
    origins: "",
    signed: "",
    starts: "",
    ends: "",
    weekly: [],
    zone,
    verified: false,
  };
}

/** A weekly window, as one begins. */
export const blankWindow = () => ({ days: [], from: "20:00", until: "23:00" });

/**
 * What a form holds of a rule; `null` is no rule.
 * @throws {Unreadable} if it is none, or has more in it than the form would give back.
 */
export function fromRule(rule) {
  return rule === null ? blank("none") : read(rule, "", 0);
}

/** The rule that a form holds, however unfinished: the server says what is missing. */
export function toRule(node) {
  switch (node.kind) {
    case "none":
      return null;
    case "all":
    case "any":
      return { [node.kind]: node.rules.map(toRule) };
    case "not":
      return { not: node.rules.length === 0 ? null : toRule(node.rules[0]) };
    case "geo":
      return { geo: { [node.how]: parts(node.countries, /,|\n/) } };
    case "origins":
      return { site: { from: parts(node.origins, /[\s,]+/) } };
    case "signed":
      return { site: { signed: node.signed } };
    case "schedule":
      return { schedule: schedule(node) };
    case "signed_in":
      return { signed_in: node.verified ? { verified: true } : {} };
    default:
      return { [node.kind]: node[node.kind].trim() };
  }
}

/**
 * Makes it one of another kind. One that becomes a combination holds what it was; one combination takes over what
 * another held.
 * @param before its kind before the choice began: arrow keys in a list select each kind on the way.
 */
export function changeKind(node, kind, before = node.kind) {
  const was = node.kind;
  if (was === kind) return;
  if (COMBINATIONS.includes(kind)) {
    if (!COMBINATIONS.includes(was)) {
      const isLeaf = before !== "none" && !COMBINATIONS.includes(before);
      if (node.rules.length === 0) node.rules = [isLeaf ? { ...copy(node), kind: before } : blank("geo")];
    } else if (kind === "not" && node.rules.length > 1) {
      node.rules = [{ ...blank(was), rules: node.rules }];
    } else if (was === "not" && node.rules.length > 0 && isCombination(node.rules[0]) && node.rules[0].kind !== "not") {
      node.rules = node.rules[0].rules;
    }
  }
  node.kind = kind;
}

/** What the server says of a rule, `rule: all[1].geo.in[0]: …`: the path, "" for the whole of it, and the problem. */
export function problemOf(sentence) {
  const [, path = "", problem] =
    /^(?:rule: )?(?:((?:all|any|not|geo|group|site|paid|schedule|signed_in)\b[\w.[\]]*): )?(.*)$/s.exec(sentence);
  return { path, problem };
}

/** The condition that a path leads to, as far as it can be followed, and the field there, if it is a field's. */
export function locate(root, path) {
  let node = root;
  let rest = path.split(/[.[\]]+/).filter((step) => step !== "");
  for (;;) {
    const takes = node.kind === "not" ? 1 : 2;
    const next = node.kind === "not" ? node.rules[0] : node.rules[Number(rest[1])];
    if (!isCombination(node) || rest[0] !== node.kind || !next) return { node, field: fieldOf(node, rest) };
    node = next;
    rest = rest.slice(takes);
  }
}

function fieldOf({ kind, weekly }, [member, inner, at]) {
  if (member === undefined) return null;
  switch (kind) {
    case "geo":
      return "countries";
    case "schedule":
      if (inner === "weekly" && weekly[Number(at)]) return `weekly-${at}`;
      return { from: "starts", until: "ends", zone: "zone" }[inner] ?? null;
    case "signed_in":
      return "verified";
    default:
      return COMBINATIONS.includes(kind) || kind === "none" ? null : kind;
  }
}

function schedule({ starts, ends, weekly, zone }) {
  const windows = weekly.map(({ days, from, until }) => ({ days: [...days], from, until }));
  return {
    ...(starts === "" ? {} : { from: starts }),
    ...(ends === "" ? {} : { until: ends }),
    ...(windows.length === 0 ? {} : { weekly: windows }),
    zone: zone.trim(),
  };
}

const parts = (text, between) =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== "");

const copy = (node) => ({
  ...node,
  rules: node.rules.map(copy),
  weekly: node.weekly.map((window) => ({ ...window, days: [...window.days] })),
});

// Reading. Strict, so that nothing the owner wrote is lost in the form.

const READERS = {
  all: combination,
  any: combination,
  not: (rule, path, depth) => ({ ...blank("not"), rules: [read(rule, path, depth + 1)] }),
  geo(value, path) {
    const [how, countries] = only(value, path, ["in", "not_in"]);
    return { ...blank("geo"), how, countries: texts(countries, `${path}.${how}`).join(", ") };
  },
  group: (id, path) => ({ ...blank("group"), group: text(id, path) }),
  paid: (id, path) => ({ ...blank("paid"), paid: text(id, path) }),
  site(value, path) {
    const [how, what] = only(value, path, ["from", "signed"]);
    return how === "from"
      ? { ...blank("origins"), origins: texts(what, `${path}.from`).join("\n") }
      : { ...blank("signed"), signed: text(what, `${path}.signed`) };
  },
  schedule(value, path) {
    const { from = "", until = "", weekly = [], zone = "" } = members(value, path, ["from", "until", "weekly", "zone"]);
    return {
      ...blank("schedule"),
      starts: text(from, `${path}.from`),
      ends: text(until, `${path}.until`),
      weekly: list(weekly, `${path}.weekly`).map((window, at) => readWindow(window, `${path}.weekly[${at}]`)),
      zone: text(zone, `${path}.zone`),
    };
  },
  signed_in(value, path) {
    const { verified = false } = members(value, path, ["verified"]);
    if (typeof verified !== "boolean") throw new Unreadable(`${path}.verified`, "must be true or false");
    return { ...blank("signed_in"), verified };
  },
};

function read(rule, path, depth) {
  if (depth > MAX_DEPTH) throw new Unreadable("", "the conditions are nested too deeply");
  const [member, value] = only(rule, path, Object.keys(READERS));
  return READERS[member](value, path === "" ? member : `${path}.${member}`, depth, member);
}

function combination(rules, path, depth, kind) {
  return { ...blank(kind), rules: list(rules, path).map((rule, at) => read(rule, `${path}[${at}]`, depth + 1)) };
}

function readWindow(window, path) {
  const { days = [], from = "", until = "" } = members(window, path, ["days", "from", "until"]);
  return {
    days: texts(days, `${path}.days`),
    from: text(from, `${path}.from`),
    until: text(until, `${path}.until`),
  };
}

function members(value, path, allowed) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Unreadable(path, `must be an object with ${allowed.join(" or ")}`);
  }
  const other = Object.keys(value).find((member) => !allowed.includes(member));
  if (other !== undefined) throw new Unreadable(path, `${JSON.stringify(other)} is unknown. Known: ${allowed.join(", ")}`);
  return value;
}

function only(value, path, allowed) {
  const entries = Object.entries(members(value, path, allowed));
  if (entries.length !== 1) throw new Unreadable(path, `must have exactly one of ${allowed.join(", ")}`);
  return entries[0];
}

function list(value, path) {
  if (!Array.isArray(value)) throw new Unreadable(path, "must be a list");
  return value;
}

function text(value, path) {
  if (typeof value !== "string") throw new Unreadable(path, "must be text");
  return value;
}

const texts = (value, path) => list(value, path).map((item, at) => text(item, `${path}[${at}]`));
