import type * as Core from "@angular/core";
import type * as Kit from "../../../src/entry/angular.js";
import { press, words } from "../contract.js";

/**
 * Returns a root component with two components, which Angular's compiler compiles in this process. They have another
 * branch while loading.
 */
export const angularApp = ({ Component }: typeof Core, { injectAuth }: typeof Kit): Core.Type<unknown> => {
  class Who {
    readonly auth = injectAuth();
    readonly words = words;
    readonly press = press;
  }
  const template = `
    @if (auth().isLoading) {
      <button type="button" (click)="press(auth())">{{ words(auth()) }}</button>
    } @else {
      <button type="button" (click)="press(auth())">{{ words(auth()) }}</button>
    }`;
  Component({ selector: "app-who", template })(Who);
  class App {}
  Component({ selector: "app-root", imports: [Who], template: "<app-who /><app-who />" })(App);
  return App;
};
