// src/app/app.config.ts
import { provideHttpClient, withInterceptors } from "@angular/common/http";
import type { ApplicationConfig } from "@angular/core";
import { provideRouter, type Routes } from "@angular/router";
import { addAccessToken, provideStagepass, requireSession } from "stagepass/angular";
import { stagepass } from "stagepass/inline";
import { Account } from "./account.js";

const client = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  // A full address, if the app is also rendered on a server.
  redirectUri: `${location.origin}/callback.html`,
});

const routes: Routes = [
  { path: "sign-in", component: Account },
  { path: "library", component: Account, canActivate: [requireSession()] },
];

export const appConfig: ApplicationConfig = {
  providers: [
    provideStagepass(client),
    provideRouter(routes),
    // Only these origins receive the access token.
    provideHttpClient(withInterceptors([addAccessToken(["https://music.example"])])),
  ],
};
