import { oauth } from "stagepass/oauth";

export const work = oauth({
  issuer: "https://id.work.example",
  clientId: "my-app",
  redirectUri: `${location.origin}/callback-work.html`,
});

export const school = oauth({
  issuer: "https://id.school.example/realms/students",
  clientId: "my-app",
  redirectUri: `${location.origin}/callback-school.html`,
});
