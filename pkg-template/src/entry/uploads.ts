export { createUploadQueue, type UploadEntry, type UploadQueue, type UploadQueueOptions } from "../uploads/queue.js";
