// src/app/account.ts
import { Component, signal } from "@angular/core";
import { injectAuth } from "stagepass/angular";
import { isStagepassError } from "stagepass/inline";

@Component({
  selector: "app-account",
  template: `
    @if (auth().isLoading) {
      <p>One moment…</p>
    } @else if (auth().status === "signed-in") {
      <p>
        {{ auth().user?.name ?? auth().error?.title }}
        <button type="button" (click)="auth().logout()">Sign out</button>
      </p>
    } @else {
      <button type="button" (click)="signIn()">
        {{ auth().status === "expired" ? "Sign in again" : "Sign in" }}
      </button>
    }
    @if (problem()) {
      <p role="alert">{{ problem() }}</p>
    }
  `,
})
export class Account {
  readonly auth = injectAuth();
  readonly problem = signal("");

  signIn(): void {
    this.problem.set("");
    this.auth()
      .login({ scope: "read" })
      .catch((error: unknown) => {
        if (!isStagepassError(error)) throw error;
        // A user who closed the popup, or clicked a second time, knows that.
        if (error.code !== "popup_closed" && error.code !== "superseded") this.problem.set(error.title);
      });
  }
}
