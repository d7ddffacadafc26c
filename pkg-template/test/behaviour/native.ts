// The stage with the real client of a phone: the built script and core, a fake browser in the app, and a service over
// HTTP. Another tab is another start of the app, with the same store.

import type { Stagepass, User } from "../../src/entry/index.js";
import type { NativeStagepass } from "../../src/entry/react-native.js";
import { Doors, freshApp, peers, Shelf, settled } from "../support/phone.js";
import { API_KEY, HttpStage, opening } from "./over-http.js";
import type { Open, Setting } from "./stage.js";

/** Opens the stage, and closes the one before. */
export const openNative = (): Open => opening(() => new NativeStage());

class NativeStage extends HttpStage {
  readonly #shelf = new Shelf();
  readonly #turns = new Set<(state: string) => void>();
  #isLocked = false;

  override async begin(setting: Setting): Promise<void> {
    const AppState = {
      currentState: "active",
      addEventListener: (_type: string, listener: (state: string) => void) => {
        this.#turns.add(listener);
        return { remove: () => this.#turns.delete(listener) };
      },
    };
    peers({ "react-native": { AppState } });
    globalThis.fetch = (input, init) => this.fetch(input, init);
    await super.begin(setting);
  }

  async signOutElsewhere(): Promise<void> {
    await this.#elsewhere((there) => there.oauth.logout());
  }

  async refreshElsewhere(): Promise<void> {
    await this.#elsewhere((there) => there.oauth.getAccessToken({ forceRefresh: true }));
  }

  protected block(isBlocked: boolean): void {
    this.#isLocked = isBlocked;
  }

  protected make(): Stagepass {
    const client = freshApp().stagepass({
      baseUrl: this.baseUrl,
      apiKey: API_KEY,
      redirectUri: "com.example.app://callback",
      origins: [this.other],
      storage: this.#shelf,
      links: new Doors(),
      browser: {
        open: async (url) =>
          this.#isLocked ? { type: "locked" } : { type: "success", url: this.service.authorize(url) },
      },
    });
    // The tests of what only a browser can do do not run here.
    return client as unknown as Stagepass;
  }

  protected async signIn(user: User, scope: "read" | "write"): Promise<void> {
    this.service.decision = user;
    await this.#elsewhere((there) => there.oauth.login({ scope }));
  }

  /** Does what another start of the app does. Then the app returns to the foreground. */
  async #elsewhere(act: (there: NativeStagepass) => Promise<unknown>): Promise<void> {
    const [before, listening] = [this.sent.length, [...this.#turns]];
    const there = this.make();
    try {
      await act(there);
      await settled();
      // The tests are also those of the fake client, which stores no profile.
      for (const key of [...this.#shelf.kept.keys()])
        if (key.startsWith("stagepass/user/")) this.#shelf.kept.delete(key);
    } finally {
      there.dispose();
      this.sent.length = before;
      for (const turn of listening) turn("active");
    }
  }
}
