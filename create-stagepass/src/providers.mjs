const SERVICE = `Start a service in a second terminal, in this folder: \`stagepass-backend dev\`. It writes its address and the
key of an app into \`.env.local\`. Sign in as \`demo\` with the password \`stagepass-demo\`.`;

const STAGEPASS = { entry: "stagepass", auth: "client.oauth", mock: "client" };

/**
 * The providers. `code` is what differs in the code of a template: the entry of the package, the member of the client
 * that signs in, and the client of the test. `about` is for the README.
 */
export const PROVIDERS = {
  stagepass: {
    title: "a Stagepass service",
    code: STAGEPASS,
    about: ({ redirectUri }) =>
      redirectUri.startsWith("http") ? SERVICE : SERVICE.replace(" dev`", ` dev --redirect-uri ${redirectUri}\``),
  },
  oauth: {
    title: "any OAuth 2.0 or OpenID provider",
    // The members of this client are in one place. The fake is a client of `stagepass()`.
    code: { entry: "stagepass/oauth", auth: "client", mock: "client: { ...client, ...client.oauth }" },
    about: ({ issuer, clientId, redirectUri }) =>
      `Users sign in at ${issuer} as a user of the public client \`${clientId}\`. Register the redirect URI
\`${redirectUri}\` there, and allow the app's origin for CORS if the provider asks for it.`,
  },
  fake: {
    title: "none: a fake, without a server",
    code: STAGEPASS,
    about: ({ session }) => `Nobody is asked to sign in: the client is a fake, without a server. For a real service, replace
it in \`${session}\` by \`stagepass()\` or \`oauth()\`.`,
  },
};
