// A small fake of the core on a phone. For logins, it does on a host what the real core does.

const CODES = { option_invalid: 2, aborted: 7, timeout: 8, network: 9, access_denied: 12, transaction_lost: 17 };
const MORE = { exchange_refused: 18, not_signed_in: 19, storage_unavailable: 21 };

/** A failure as the core throws it. */
const failure = (code) => ({
  code: { ...CODES, ...MORE }[code],
  ...(code === "option_invalid" && { field: 5, fault: 0 }),
});

const LOGIN = "stagepass/login/";
const HEX = (octets) => Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");

const areaOf = ({ storage }) => (storage === "memory" ? "memory" : storage ? "custom" : "local");
const keyOf = (config) =>
  typeof config === "string"
    ? config
    : `stagepass/session/${areaOf(config)} ${config.baseUrl} ${config.accountKey ?? ""} key ${config.apiKey}`;
const areaIn = (key) => key.split(/[ /]/)[2];

const login = async (config, { scope, host, signal, appState, display, responseMode, parameters }) => {
  if (scope !== "read" && scope !== "write") throw failure("option_invalid");
  const state = `sp1.f.${HEX(host.random(48))}`;
  const { baseUrl, redirectUri } = config;
  const client = keyOf(config);
  const record = JSON.stringify({ client, baseUrl, redirectUri, scope, appState, bornAt: host.now() });
  if (!(await host.write("local", LOGIN + state, record))) throw failure("storage_unavailable");
  await host.keys(LOGIN);
  const query = `response_type=code&scope=${scope}&state=${state}&response_mode=${responseMode}&display=${display}`;
  if (!signal?.aborted)
    host.open(`${baseUrl}/oauth/authorize?${query}&redirect_uri=${encodeURIComponent(redirectUri)}${parameters}`);
  return { kind: "redirecting" };
};

const posted = async ({ host, signal }, url, body) => {
  let answer;
  try {
    answer = await host.post(url, JSON.stringify(body), 15_000, signal, "application/json");
  } catch {
    throw failure("network");
  }
  if (signal?.aborted) throw failure("aborted");
  if (!answer) throw failure("timeout");
  return answer;
};

const handleRedirect = async (options) => {
  const { url, host, signal } = options;
  const query = Object.fromEntries(
    url
      .split(/[?#]/)
      .slice(1)
      .join("&")
      .split("&")
      .map((pair) => pair.split("=")),
  );
  const letGo = await host.lock(`stagepass/claim/${query.state}`, 30_000, signal);
  try {
    if (signal?.aborted) throw failure("aborted");
    const record = await host.read("local", LOGIN + query.state);
    if (!record) throw failure("transaction_lost");
    await host.remove("local", LOGIN + query.state);
    if (query.error) throw failure("access_denied");
    const { client, baseUrl, scope, appState } = JSON.parse(record);
    const answer = await posted(options, `${baseUrl}/oauth/token`, { code: query.code });
    if (answer.status !== 200) throw failure("exchange_refused");
    const { access_token: token, user } = JSON.parse(answer.text);
    await host.write(areaIn(client), client, JSON.stringify({ token, scope, state: query.state, at: host.now() }));
    const login = { login: query.state, user: user ? JSON.stringify(user) : "" };
    return { kind: "signed-in", client, baseUrl, ...login, ...(appState && { appState }) };
  } finally {
    letGo?.();
  }
};

const recordOf = async (config, { host }) => {
  const key = keyOf(config);
  return JSON.parse((await host.read(areaIn(key), key)) ?? "{}");
};

const readStatus = async (config, options) => {
  const { token, scope, state: login, at: renewedAt } = await recordOf(config, options);
  return token ? { status: "signed-in", scope, login, renewedAt } : { status: "signed-out" };
};

const accessToken = async (config, options) => {
  const { token } = await recordOf(config, options);
  if (!token) throw failure("not_signed_in");
  return { token, isAdopted: false };
};

const logout = async (config, { host }) => {
  const key = keyOf(config);
  await host.remove(areaIn(key), key);
  return { kind: "nothing" };
};

const functions = { login, handleRedirect, readStatus, accessToken, logout };

export const instance = () => ({ imports: {}, __wbg_set_wasm() {}, ...functions });

export const instantiate = () => ({});
