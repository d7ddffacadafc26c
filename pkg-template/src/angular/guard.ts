import { inject } from "@angular/core";
import { type CanActivateFn, Router } from "@angular/router";
import { methodsOf } from "../adapter/client.js";
import { injectStagepass } from "./client.js";

/**
 * Returns a guard for `canActivate`. It lets signed-in users pass, and sends all others to a page that signs in. It
 * sends no request. On a server, which has no session, every user passes, and the browser decides.
 *
 * The guard rejects with `load_failed` if the core cannot be loaded.
 *
 * @param signIn The path of the page that signs in. It gets the query parameter `returnTo` with the URL of the route.
 */
export const requireSession =
  (signIn = "/sign-in"): CanActivateFn =>
  async (_route, { url }) => {
    if (typeof document === "undefined") return true;
    const router = inject(Router);
    const isSignedIn = await methodsOf(injectStagepass()).isAuthenticated();
    return isSignedIn || router.createUrlTree([signIn], { queryParams: { returnTo: url } });
  };
