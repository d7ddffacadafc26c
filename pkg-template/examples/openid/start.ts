import { isStagepassError, oauth } from "stagepass/oauth";

const redirectUri = `${location.origin}/callback.html`;
const client = oauth({ issuer: "https://id.example", clientId: "my-app", redirectUri, scope: "openid profile" });
const status = document.querySelector("#status");

client.session.subscribe(() => status?.replaceChildren(client.session.get().user?.name ?? ""));
document.querySelector("#sign-in")?.addEventListener("click", () => {
  client.login().catch((error) => status?.replaceChildren(isStagepassError(error) ? error.title : `${error}`));
});
