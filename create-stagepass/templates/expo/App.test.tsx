import { fireEvent, render, screen } from "@testing-library/react-native";
import { App } from "./App";

// The client of the test: no service is asked.
jest.mock("./session", () => {
  const { fakeStagepass, fakeUser } = jest.requireActual("stagepass/testing");
  const { client } = fakeStagepass({ login: fakeUser({ name: "Ada" }) });
  return { client, scope: "read", nameOf: (user: { name: string }) => user.name };
});

test("a user signs in and out", async () => {
  render(<App />);
  fireEvent.press(await screen.findByText("Sign in"));
  await screen.findByText("Ada");
  fireEvent.press(await screen.findByText("Sign out"));
  await screen.findByText("Sign in");
  // The first run also compiles React Native.
}, 60_000);
