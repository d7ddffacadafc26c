/** @jsxImportSource solid-js */
import { createSignal, Match, Show, Switch } from "solid-js";
import { isStagepassError, stagepass } from "stagepass";
import { StagepassProvider, useAuth } from "stagepass/solid";

const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  // A full address, if the app is also rendered on a server.
  redirectUri: `${location.origin}/callback.html`,
});

export default function App() {
  return (
    <StagepassProvider client={sp}>
      <Account />
    </StagepassProvider>
  );
}

function Account() {
  const auth = useAuth();
  const [problem, setProblem] = createSignal("");
  const signIn = () => {
    setProblem("");
    auth()
      .login({ scope: "read" })
      .catch((error: unknown) => {
        if (!isStagepassError(error)) throw error;
        // A user who closed the popup, or clicked a second time, knows that.
        if (error.code !== "popup_closed" && error.code !== "superseded") setProblem(error.title);
      });
  };
  return (
    <>
      <Switch
        fallback={
          <button type="button" onClick={signIn}>
            {auth().status === "expired" ? "Sign in again" : "Sign in"}
          </button>
        }
      >
        <Match when={auth().isLoading}>
          <p>One moment…</p>
        </Match>
        <Match when={auth().status === "signed-in"}>
          <p>
            {auth().user?.name ?? auth().error?.title}{" "}
            <button type="button" onClick={() => auth().logout()}>
              Sign out
            </button>
          </p>
        </Match>
      </Switch>
      <Show when={problem()}>
        <p role="alert">{problem()}</p>
      </Show>
    </>
  );
}
