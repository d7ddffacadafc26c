import { useState } from "react";
import { Button, Text, View } from "react-native";
import { StagepassProvider, useAuth } from "stagepass/react";
import { isStagepassError } from "stagepass/react-native";
import { client, nameOf, scope } from "./session";

export const App = () => (
  <StagepassProvider client={client}>
    <View style={{ flex: 1, justifyContent: "center", padding: 24, gap: 12 }}>
      <Account />
    </View>
  </StagepassProvider>
);

/** The user with a sign-out button, or a sign-in button. */
function Account() {
  const { status, user, error, isLoading, refetch, login, logout } = useAuth<typeof client>();
  const [problem, setProblem] = useState("");
  const signIn = () => {
    setProblem("");
    login({ scope }).catch((error: unknown) => {
      if (!isStagepassError(error)) throw error;
      // A user who closed the browser needs no message.
      if (error.code !== "popup_closed") setProblem(error.title);
    });
  };
  if (isLoading) return <Text>One moment…</Text>;
  if (user) return <Line text={nameOf(user)} action="Sign out" onPress={() => logout()} />;
  // The session is valid, and only the profile could not be read.
  if (status === "signed-in") return <Line text={error?.title} action="Try again" onPress={refetch} />;
  return <Line text={problem} action={status === "expired" ? "Sign in again" : "Sign in"} onPress={signIn} />;
}

const Line = ({ text, action, onPress }: { text?: string | undefined; action: string; onPress: () => void }) => (
  <>
    <Text accessibilityRole="alert">{text}</Text>
    <Button title={action} onPress={onPress} />
  </>
);
