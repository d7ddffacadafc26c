import { appStateParsed, appStateText } from "./app-state.js";
import { type Compile, engineOf } from "./engine.js";
import type { Api, TokenSource } from "./entry/api.js";
import { invalid, MISSING, StagepassError, UNKNOWN_VALUE, WRONG_TYPE } from "./errors.js";
import { type Core, coreFor, inBrowser } from "./load.js";
import { handleRedirect } from "./redirect.js";
import type { LoginOptions, LoginResult, Stagepass, StagepassConfig } from "./types.js";

/** What `stagepass(config)` is, for a way to get the core. */
export const createStagepass = (compile: Compile, given: StagepassConfig): Stagepass => {
  checkShape(given);
  // Ours: what the app does to its own later changes nothing.
  const config = { ...given };
  const engine = engineOf(compile, config);

  const use = async <T>(call: (core: Core) => T | Promise<T>, signal?: AbortSignal): Promise<T> => {
    const core = await coreFor(engine, signal);
    return core.run(() => call(core));
  };

  // An async function runs synchronously up to its first await. With the core running there is none before the core's own
  // `window.open`; without it, the window is opened here, blank, before the wait. Either way it belongs to the click.
  const login = async ({ signal, ...options } = {} as LoginOptions): Promise<LoginResult> => {
    const appState = appStateText(options.appState);
    const pending = coreFor(engine, signal);
    const isLoading = pending instanceof Promise;
    const popup = isLoading && options.display !== "fullScreen" ? openBlank() : undefined;
    try {
      const core = isLoading ? await pending : pending;
      const result = await core.run(() =>
        core.login(config, { ...options, appState, features: features(), popup, signal }),
      );
      return appStateParsed(result) as LoginResult;
    } catch (error) {
      closeIfBlank(popup);
      throw error;
    }
  };

  const token: TokenSource = (options) => use((core) => core.session(2, config, options), options.signal);

  const isAuthenticated = () => use((core) => core.session(0, config, {}));

  const ready = async () => {
    await isAuthenticated();
  };

  let api: Api | undefined;

  /** Methods by the names they have in the other script, which is loaded at the first call of one. */
  const later = <Name extends keyof Api>(...names: Name[]) =>
    Object.fromEntries(
      names.map((name) => [
        name,
        async (...values: unknown[]) => {
          // Bundlers find the file by this very expression: it must stay in one piece.
          const { open } = await import("./entry/api.js").catch((cause) => {
            throw new StagepassError("load_failed", { cause });
          });
          api ??= open(config, token, ready, StagepassError);
          return (api[name] as (...values: unknown[]) => unknown)(...values);
        },
      ]),
    ) as Pick<Api, Name>;

  if (inBrowser) {
    // Nobody may ever call ready(): a configuration that cannot be used has to be seen all the same. A load that failed is
    // not worth a word yet, the first call tries again.
    ready().catch((error: StagepassError) => {
      if (error.code === "config_invalid") console.error(error);
    });
  }

  return {
    oauth: {
      login,
      handleRedirect: (url, options) => handleRedirect(engine, url, options),
      getUser: ({ signal } = {}) => use((core) => core.session(1, config, { signal }), signal),
      isAuthenticated,
      logout: () => use((core) => core.session(3, config, {})),
    },
    ready,
    ...later("fetch"),
    tracks: later("upload", "create", "get", "streamUrl", "play", "delete"),
    library: later("save", "remove", "list"),
    users: later("tracks"),
  };
};

/** What can be said of a configuration without the core, so that it is said at once: what is there, and of which type. */
const checkShape = (config: StagepassConfig): void => {
  if (typeof config !== "object" || !config) throw new StagepassError("config_invalid");
  for (const field of ["baseUrl", "appName", "apiKey", "redirectUri"] as const) {
    const value: unknown = config[field];
    if (value != null && typeof value !== "string") throw invalid("config_invalid", field, WRONG_TYPE);
    const isNeeded = field === "apiKey" ? !config.appName : field !== "appName";
    if (!value && isNeeded) throw invalid("config_invalid", field, MISSING);
  }
  if (!["auto", "wasm", "js"].includes(config.engine ?? "auto"))
    throw invalid("config_invalid", "engine", UNKNOWN_VALUE);
};

const WIDTH = 480;
const HEIGHT = 720;

/** The popup's features: centred over this window, whichever screen it is on. */
const features = (): string => {
  const { screenX, screenY, outerWidth, outerHeight } = window;
  const left = Math.round(screenX + (outerWidth - WIDTH) / 2);
  const top = Math.round(screenY + (outerHeight - HEIGHT) / 2);
  return `popup,width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`;
};

/**
 * A blank window, or null where there can be none: refused, or an in-app browser, where `open` is missing or throws.
 *
 * It has no name of ours: `open` would find a window of that name again, and take it away from a login in another tab.
 */
const openBlank = (): Window | null => {
  try {
    return window.open("", "_blank", features());
  } catch {
    return null;
  }
};

/** Closes a window that the login never came to use. One that shows the service's page (another origin) is the core's. */
const closeIfBlank = (popup?: Window | null): void => {
  try {
    if (popup?.location.href === "about:blank") popup.close();
  } catch {
    // Another origin's window: not blank.
  }
};
