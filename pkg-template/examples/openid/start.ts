import { isStagepassError, oauth } from "stagepass/oauth";

const redirectUri = `${location.origin}/callback.html`;
const client = oauth({ issuer: "https://id.example", clientId: "my-app", redirectUri, scope: "openid profile email" });
const write = (text = "") => document.querySelector("#status")?.replaceChildren(text);
const show = () => {
  const { user } = client.session.get();
  write(user && `${user.name ?? "Signed in"} ${user.email ?? ""}`);
};

show();
client.session.subscribe(show);
// The ID token may have `sub` alone. This adds the claims of the userinfo endpoint, after a popup and a full page.
client.on("signed-in", () => client.getUser().catch(console.error));
document.querySelector("#sign-in")?.addEventListener("click", () => {
  client.login().catch((error) => write(isStagepassError(error) ? error.title : `${error}`));
});
