import { Session } from "./session";

/** Rendered on the server at each request, which is when it is known which service this is about, and as which app. */
export default async function Page({ searchParams }) {
  const { engine = "auto", callback } = await searchParams;
  const config = JSON.parse(process.env.STAGEPASS_CONFIG);
  const redirectUri = new URL(callback ?? "", config.redirectUri).href;
  return (
    <>
      <h1>A Stagepass app</h1>
      <Session config={{ ...config, engine, redirectUri }} />
    </>
  );
}
