// URLs of a callback page: responses of the service, foreign parameters, and garbage.

import { REDIRECT_URI } from "./setup.mjs";
import { changed, long, weird } from "./texts.mjs";

/** The parameters of a good answer for this state, from this issuer. */
const good = (random, state, issuer) => {
  const parameters = [
    ["code", random.pick("the-code", "a%2Bb%2Fc%3D", "%C3%A9t%C3%A9", "x".repeat(500))],
    ["state", state],
  ];
  if (random.chance(0.6)) parameters.push(["iss", encodeURIComponent(issuer)]);
  if (random.chance(0.6)) parameters.push(["token_format", random.pick("form", "form", "json", "")]);
  return parameters;
};

const REFUSALS = [
  [["error", "access_denied"]],
  [["error", "login_required"]],
  [
    ["error", "access_denied"],
    ["error_description", "The+person+said+no%21"],
  ],
  [
    ["error", "invalid_scope"],
    ["error_description", "gr%C3%B6%C3%9Fe"],
  ],
  [
    ["error", "server_error"],
    ["error_uri", "https%3A%2F%2Fmusic.example%2Fhelp"],
  ],
  [["error", ""]],
];

/** The service says no. */
const refusal = (random, state) => [...random.pick(...REFUSALS), ["state", state]];

const written = (parameters) =>
  parameters.map(([name, value]) => (value === undefined ? name : `${name}=${value}`)).join("&");

/** An address that the service sends people back to. */
export const goodAddress = (random, state, issuer) => place(random, written(good(random, state, issuer)));

/** An address by which the service says no. */
export const refusalAddress = (random, state) => place(random, written(refusal(random, state)));

const place = (random, answer) =>
  random.pick(
    `${REDIRECT_URI}#${answer}`,
    `${REDIRECT_URI}#${answer}`,
    `${REDIRECT_URI}?${answer}`,
    `${REDIRECT_URI}?from=app&${answer}#top`,
  );

/** An address with something wrong in it. */
export const oddAddress = (random, state, issuer) => {
  const parameters = random.chance(0.7) ? good(random, state, issuer) : refusal(random, state);
  switch (random.below(10)) {
    case 0:
      return place(random, written([...parameters, random.pick(...parameters)]));
    case 1:
      return `${REDIRECT_URI}?${written(parameters)}#${written(random.chance(0.5) ? parameters : good(random, state, issuer))}`;
    case 2:
      return place(random, written(parameters.filter(([name]) => name !== "code" && name !== "error")));
    case 3:
      return place(random, written(parameters.filter(([name]) => name !== "state")));
    case 4:
      return place(
        random,
        written([
          ...parameters.filter(([name]) => name !== "iss"),
          ["iss", random.pick("https%3A%2F%2Fevil.example", "", "%", encodeURIComponent(`${issuer}/`))],
        ]),
      );
    case 5:
      return place(
        random,
        written([...parameters, [random.pick("code", "iss", "error", "error_description"), broken(random)]]),
      );
    case 6:
      return place(
        random,
        written(parameters.map(([name, value]) => (random.chance(0.3) ? [name, broken(random)] : [name, value]))),
      );
    case 7:
      return place(random, written([[weird(random), weird(random)], ...parameters, ["x"]]));
    case 8:
      return `${place(random, written(parameters))}${random.pick("&", "&&", "#", "?", "&=", "%")}`;
    default:
      return changed(random, place(random, written(parameters)));
  }
};

/** No answer of ours. */
export const otherAddress = (random) =>
  random.pick(
    "",
    REDIRECT_URI,
    `${REDIRECT_URI}?code=somebody-elses&state=theirs`,
    `${REDIRECT_URI}#state=sp1.x.y&code=1`,
    `${REDIRECT_URI}?state=sp2.p.y&code=1`,
    "about:blank",
    "?#&=",
    weird(random),
    long(random),
  );

/** A value that cannot be decoded, or only just. */
const broken = (random) =>
  random.pick(
    "%",
    "%4",
    "%zz",
    "%ff",
    "%c3",
    "%ed%a0%80",
    "%f5%80%80%80",
    "%c0%80",
    "%00",
    "+",
    "%0A",
    "",
    weird(random),
  );
