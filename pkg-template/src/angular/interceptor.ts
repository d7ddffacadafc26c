import { DOCUMENT } from "@angular/common";
import type { HttpInterceptorFn } from "@angular/common/http";
import { inject } from "@angular/core";
import { from, switchMap } from "rxjs";
import { methodsOf } from "../adapter/client.js";
import { injectStagepass } from "./client.js";
import { orOnServer } from "./server.js";

/**
 * Returns an interceptor of `HttpClient` that adds the access token to requests, and refreshes it before it expires. A
 * request of a user who is not signed in is sent without a token. If the token cannot be refreshed, the request fails
 * with the `StagepassError`.
 *
 * For sessions that are bound to a key (DPoP), and to repeat a request after a 401, use the client's `fetch`.
 *
 * @param origins The origins that receive the token, such as `["https://api.example"]`. No other request is changed.
 */
export const addAccessToken =
  (origins: readonly string[]): HttpInterceptorFn =>
  (request, next) => {
    if (!origins.includes(new URL(request.url, inject(DOCUMENT).baseURI).origin)) return next(request);
    const { isAuthenticated, getAccessToken } = methodsOf(injectStagepass());
    const token = isAuthenticated().then((isSignedIn) => (isSignedIn ? getAccessToken() : ""));
    return from(token.catch(orOnServer(""))).pipe(
      switchMap((token) => next(token ? request.clone({ setHeaders: { Authorization: `Bearer ${token}` } }) : request)),
    );
  };
