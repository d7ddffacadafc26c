// The hooks, in React Native's own components.

import { act, fireEvent, render, screen, waitFor } from "@testing-library/react-native";
import { Pressable, Text } from "react-native";
import { openPhone } from "../phone/phone.js";
import { emptyStorage, hold, networked, outside, standIns, where } from "./app.js";

test("a screen shows who has signed in, and who has not", async () => {
  await emptyStorage();
  standIns();
  const keepNetwork = networked();
  const phone = openPhone({ stored: [], initial: null }, "0123456789abcdef0123456789abcdef", outside);
  hold(phone);
  const { stagepass } = require("stagepass/react-native");
  const { StagepassProvider, useSession, useStagepass, useUser } = require("stagepass/react");
  keepNetwork();
  const { config, user } = where();

  function Screen() {
    const sp = useStagepass();
    const { status } = useSession();
    const { user } = useUser();
    return (
      <>
        <Text>{status}</Text>
        <Text>{user ? `@${user.handle}` : "nobody"}</Text>
        <Pressable onPress={() => sp.oauth.login({ scope: "read" })}>
          <Text>Sign in</Text>
        </Pressable>
        <Pressable onPress={() => sp.oauth.logout()}>
          <Text>Sign out</Text>
        </Pressable>
      </>
    );
  }

  render(
    <StagepassProvider client={stagepass(config)}>
      <Screen />
    </StagepassProvider>,
  );
  await waitFor(() => screen.getByText("signed-out"), { timeout: 20_000 });
  screen.getByText("nobody");
  await act(async () => fireEvent.press(screen.getByText("Sign in")));
  await waitFor(() => screen.getByText(`@${user}`), { timeout: 20_000 });
  screen.getByText("signed-in");
  await act(async () => fireEvent.press(screen.getByText("Sign out")));
  await waitFor(() => screen.getByText("nobody"), { timeout: 20_000 });
});
