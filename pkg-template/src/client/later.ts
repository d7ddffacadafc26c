import type { Api } from "../api/client.js";

/** The methods that are called by the names in `names`, from the other script, which is loaded on their first use. */
export const laterOf =
  (loadApi: () => Promise<Api>, reporting: <Methods extends object>(methods: Methods) => Methods) =>
  <Name extends keyof Api>(...names: Name[]): Pick<Api, Name> =>
    reporting(
      Object.fromEntries(
        names.map((name) => [
          name,
          async (...values: unknown[]) => ((await loadApi())[name] as (...values: unknown[]) => unknown)(...values),
        ]),
      ) as Pick<Api, Name>,
    );
