import { Button } from "react-native";
import { isStagepassError, stagepass } from "stagepass/react-native";

const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: "com.example.radio://callback",
});

export const SignIn = ({ greet }: { greet: (name: string) => void }) => (
  <Button
    title="Sign in"
    onPress={async () => {
      try {
        const result = await sp.oauth.login({ scope: "read" });
        if (result.kind === "signed-in") greet(result.user?.name ?? "listener");
      } catch (error) {
        // `popup_closed`: the user has closed the browser.
        if (!isStagepassError(error)) throw error;
      }
    }}
  />
);
