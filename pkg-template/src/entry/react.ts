"use client";

export {
  type ProvidedClient,
  StagepassProvider,
  type StagepassProviderProps,
  useStagepass,
} from "../react/provider.js";
export { useSession } from "../react/session.js";
export { type UploadsState, useUpload } from "../react/upload.js";
export { type UserState, useUser } from "../react/user.js";
export type { QueuedUpload, UploadQueueOptions } from "../uploads/queue.js";
