"use client";

export { StagepassProvider, type StagepassProviderProps, useStagepass } from "../react/provider.js";
export { useSession } from "../react/session.js";
export { type UserState, useUser } from "../react/user.js";
