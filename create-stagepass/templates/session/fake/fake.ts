import type { SessionUser } from "stagepass";
import { fakeStagepass, fakeUser } from "stagepass/testing";

/** A client without a server: each sign-in is this user's. */
export const { client } = fakeStagepass({ login: fakeUser({ name: "Demo Listener" }) });

/** What the user is asked to allow. */
export const scope = "read";

export const nameOf = (user: SessionUser): string => user.name;
