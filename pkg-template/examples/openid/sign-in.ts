import { oauth } from "stagepass/oauth";

const client = oauth({
  issuer: "https://keycloak.example/realms/main",
  clientId: "my-app",
  redirectUri: `${location.origin}/callback.html`,
  scope: "openid profile",
});

document.querySelector("#sign-in")?.addEventListener("click", () => client.login().catch(console.error));
client.on("signed-in", async () => console.log(`Hello, ${(await client.getUser()).name}.`));
