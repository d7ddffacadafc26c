const DEV = "`stagepass-backend dev`. Sign in as `demo` with the password `stagepass-demo`.";
const STAGEPASS = { entry: "stagepass", auth: "client.oauth", mock: "client" };

/**
 * The providers. `code` is what differs in the code of a template: the entry of the package, the member of the client
 * that signs in, and the client of the test. `about` returns lines for the README.
 */
export const PROVIDERS = {
  stagepass: {
    title: "a Stagepass service",
    code: STAGEPASS,
    about: ({ redirectUri }) => [
      "Start a service in a second terminal, in this folder. It writes its address and an API key into `.env.local`:",
      redirectUri.startsWith("http") ? DEV : DEV.replace(" dev`", ` dev --redirect-uri ${redirectUri}\``),
    ],
  },
  oauth: {
    title: "any OAuth 2.0 or OpenID provider",
    // The members of this client are in one place. The fake is a client of `stagepass()`.
    code: { entry: "stagepass/oauth", auth: "client", mock: "client: { ...client, ...client.oauth }" },
    about: ({ issuer, clientId, redirectUri }) => [
      `The app is the public client \`${clientId}\` of ${issuer}. Register the redirect URI`,
      `\`${redirectUri}\` there, and allow the app's origin for CORS if the provider asks for it.`,
    ],
  },
  fake: {
    title: "no server",
    code: STAGEPASS,
    about: ({ session }) => [
      "The client is a fake, without a server: each sign-in succeeds.",
      `For a real service, replace it in \`${session}\` by a client of \`stagepass()\` or \`oauth()\`.`,
    ],
  },
};
