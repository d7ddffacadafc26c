export { createUploadQueue, type QueuedUpload, type UploadQueue, type UploadQueueOptions } from "../uploads/queue.js";
