import { oauth } from "stagepass/oauth";

export const client = oauth({
  // The directory (tenant) ID, and no slash at the end.
  issuer: "https://login.microsoftonline.com/11111111-2222-3333-4444-555555555555/v2.0",
  // The application (client) ID.
  clientId: "66666666-7777-8888-9999-000000000000",
  redirectUri: `${location.origin}/callback.html`,
  scope: "openid profile email offline_access api://my-api/orders.read",
  origins: ["https://api.example"],
});
