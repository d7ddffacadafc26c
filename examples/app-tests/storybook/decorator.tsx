import type { Decorator } from "@storybook/react";
import { useState } from "react";
import { StagepassProvider } from "stagepass/react";
import { fakeStagepass } from "stagepass/testing";
import { ADA } from "../service";

const SESSIONS = {
  "signed-in": () => fakeStagepass({ user: ADA }),
  "signed-out": () => fakeStagepass({ login: ADA }),
  expired() {
    const fake = fakeStagepass({ user: ADA });
    fake.expireElsewhere();
    return fake;
  },
};

/** Renders a story with a fake client, signed in, signed out, or with an expired session. */
export const withSession =
  (session: keyof typeof SESSIONS): Decorator =>
  (Story) => {
    const [{ client }] = useState(SESSIONS[session]);
    return (
      <StagepassProvider client={client}>
        <Story />
      </StagepassProvider>
    );
  };
