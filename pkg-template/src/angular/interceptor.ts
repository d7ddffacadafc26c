import type { HttpInterceptorFn } from "@angular/common/http";
import { from, switchMap } from "rxjs";
import { methodsOf } from "../adapter/client.js";
import { injectStagepass } from "./client.js";

/**
 * Returns an interceptor of `HttpClient` that adds the access token to requests, and refreshes it before it expires. A
 * request of a user who is not signed in is sent without a token. If the token cannot be refreshed, the request fails
 * with the `StagepassError`.
 *
 * For sessions that are bound to a key (DPoP), and to repeat a request after a 401, use the client's `fetch`.
 *
 * @param origins The origins that receive the token, such as `["https://api.example"]`. Other requests are not changed,
 * nor are those of a server.
 */
export const addAccessToken =
  (origins: readonly string[]): HttpInterceptorFn =>
  (request, next) => {
    // A server has no session.
    const isForUser =
      typeof document !== "undefined" && origins.includes(new URL(request.url, document.baseURI).origin);
    if (!isForUser) return next(request);
    const { isAuthenticated, getAccessToken } = methodsOf(injectStagepass());
    return from(isAuthenticated()).pipe(
      switchMap(async (isSignedIn) => (isSignedIn ? { Authorization: `Bearer ${await getAccessToken()}` } : {})),
      switchMap((setHeaders) => next(request.clone({ setHeaders }))),
    );
  };
