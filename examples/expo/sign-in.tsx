import { useState } from "react";
import { Button, Image, Text, View } from "react-native";
import { useStagepass, useUser } from "stagepass/react";
import { isStagepassError, type SessionUser } from "stagepass/react-native";
import { look } from "./look";

/** Who is signed in, or the button that opens the browser. */
export function SignIn() {
  const { oauth } = useStagepass();
  const { user, error, isLoading, refetch } = useUser();
  const [failure, setFailure] = useState("");

  const signIn = async () => {
    setFailure("");
    try {
      await oauth.login({ scope: "write" });
    } catch (error) {
      if (!isStagepassError(error)) throw error;
      // A user who closed the browser needs no message. If the sign-in still succeeds, `useUser` returns the user.
      if (error.code !== "popup_closed") setFailure(error.title);
    }
  };

  if (isLoading) return <Text>One moment…</Text>;
  if (user) return <Profile user={user} signOut={() => oauth.logout()} />;
  const isOver = error?.code === "session_expired";
  return (
    <View style={look.part}>
      <Button title={isOver ? "Sign in again" : "Sign in"} onPress={signIn} />
      {error && !isOver ? <Button title="Ask again who is signed in" onPress={refetch} /> : null}
      <Text accessibilityRole="alert">{failure || (isOver ? "" : (error?.title ?? ""))}</Text>
    </View>
  );
}

function Profile({ user, signOut }: { user: SessionUser; signOut: () => void }) {
  const picture = user.profilePicture?.["150x150"];
  return (
    <View style={look.part}>
      {picture ? <Image accessibilityLabel="" source={{ uri: picture }} style={look.picture} /> : null}
      <Text style={look.title}>{user.name}</Text>
      <Text>@{user.handle}</Text>
      <Button title="Sign out" onPress={signOut} />
    </View>
  );
}
