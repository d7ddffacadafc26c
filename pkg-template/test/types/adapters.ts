// Type tests of the adapters with both kinds of client: `tsc` compiles this file, and nothing runs it.

import type { SessionUser, Stagepass } from "stagepass";
import { type Auth as AngularAuth, injectAuth } from "stagepass/angular";
import type { OpenIdClient, OpenIdUser } from "stagepass/oauth";
import { useAuth, useSession, useStagepass, useUser } from "stagepass/react";
import type { NativeStagepass } from "stagepass/react-native";
import { useAuth as useSolidAuth } from "stagepass/solid";
import { createAuth } from "stagepass/svelte";
import { useAuth as useVueAuth } from "stagepass/vue";

export const useOfService = (): [SessionUser | undefined, "read" | "write" | undefined, Promise<unknown>][] => {
  const { user, scope, login } = useAuth();
  // @ts-expect-error A login at a service has a scope.
  const signIn = () => login();
  signIn();
  const inVue = useVueAuth().value;
  const inSolid = useSolidAuth()();
  return [
    [user, scope, login({ scope: "read" })],
    [useUser().user, useSession().scope, useStagepass().tracks.get(7)],
    [inVue.user, inVue.scope, inVue.login({ scope: "write" })],
    [inSolid.user, inSolid.scope, inSolid.logout({ service: true })],
    [injectAuth()().user, injectAuth()().scope, injectAuth()().logout()],
  ];
};

export const useOfProvider = (): [OpenIdUser | undefined, string | undefined, Promise<unknown>][] => {
  const { user, scope, login } = useAuth<OpenIdClient>();
  // @ts-expect-error A claim of the provider is not checked.
  const email: number = user?.email;
  const inVue = useVueAuth<OpenIdClient>().value;
  const inSolid = useSolidAuth<OpenIdClient>()();
  const inAngular: AngularAuth<OpenIdClient> = injectAuth<OpenIdClient>()();
  return [
    [user, scope, login({ scope: `${email}` })],
    [useUser<OpenIdClient>().user, useSession<OpenIdClient>().scope, useStagepass<OpenIdClient>().getIdToken()],
    [inVue.user, inVue.scope, inVue.login()],
    [inSolid.user, inSolid.scope, inSolid.login()],
    [inAngular.user, inAngular.scope, inAngular.logout({ returnTo: "/" })],
  ];
};

/** Infers the kind of client. */
export const stores = (service: Stagepass, provider: OpenIdClient): (() => void)[] => [
  createAuth(service).subscribe(({ user }) => user?.handle.length),
  createAuth(provider).subscribe(({ user }) => user?.email?.length),
];

export const usePhone = (): Promise<unknown>[] => [
  useAuth<NativeStagepass>().login({ scope: "read" }),
  // @ts-expect-error There are no popups.
  useAuth<NativeStagepass>().login({ scope: "read", display: "popup" }),
];
