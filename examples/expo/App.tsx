import { ScrollView } from "react-native";
import { StagepassProvider, useSession } from "stagepass/react";
import { sp } from "./client";
import { look } from "./look";
import { SignIn } from "./sign-in";
import { Tracks } from "./tracks";
import { Upload } from "./upload";

export const App = () => (
  <StagepassProvider client={sp}>
    <ScrollView contentContainerStyle={look.page} contentInsetAdjustmentBehavior="automatic">
      <SignIn />
      <ForListeners />
    </ScrollView>
  </StagepassProvider>
);

function ForListeners() {
  if (useSession().status !== "signed-in") return null;
  return (
    <>
      <Tracks />
      <Upload />
    </>
  );
}
