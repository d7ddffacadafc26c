"use client";

export type { Auth, UserState } from "../adapter/auth.js";
export type { AnySessionState, AuthMethods, MethodsOf, ProvidedClient, SessionOf } from "../adapter/client.js";
export { useAuth, useUser } from "../react/auth.js";
export { RequireAuth, type RequireAuthProps, SignedIn, type SignedInProps, SignedOut } from "../react/guards.js";
export { type PlaybackState, usePlayback } from "../react/playback.js";
export { StagepassProvider, type StagepassProviderProps, useStagepass } from "../react/provider.js";
export { useSession } from "../react/session.js";
export { type UploadsState, useUploads } from "../react/uploads.js";
export type { QueuedUpload, UploadQueueOptions } from "../uploads/queue.js";
