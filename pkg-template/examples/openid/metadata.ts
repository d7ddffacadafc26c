import { oauth } from "stagepass/oauth";

export const client = oauth({
  issuer: "https://id.example",
  clientId: "my-app",
  redirectUri: `${location.origin}/callback.html`,
  metadata: {
    issuer: "https://id.example",
    authorization_endpoint: "https://id.example/authorize",
    token_endpoint: "https://id.example/token",
    userinfo_endpoint: "https://id.example/userinfo",
    end_session_endpoint: "https://id.example/logout",
    response_modes_supported: ["query", "fragment"],
  },
});
