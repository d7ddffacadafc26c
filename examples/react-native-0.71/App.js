import { useState } from "react";
import { Button, SafeAreaView, Text } from "react-native";
import { StagepassProvider, useStagepass, useUser } from "stagepass/react";
import { isStagepassError } from "stagepass/react-native";
import { sp } from "./client";

export const App = () => (
  <StagepassProvider client={sp}>
    <SafeAreaView>
      <Account />
    </SafeAreaView>
  </StagepassProvider>
);

function Account() {
  const { oauth } = useStagepass();
  const { user, isLoading } = useUser();
  const [failure, setFailure] = useState("");

  const signIn = async () => {
    setFailure("");
    try {
      await oauth.login({ scope: "read" });
    } catch (error) {
      if (!isStagepassError(error)) throw error;
      if (error.code !== "popup_closed") setFailure(error.title);
    }
  };

  if (isLoading) return <Text>One moment…</Text>;
  if (user) return <Button title={`Sign ${user.name} out`} onPress={() => oauth.logout()} />;
  return (
    <>
      <Button title="Sign in" onPress={signIn} />
      <Text accessibilityRole="alert">{failure}</Text>
    </>
  );
}
