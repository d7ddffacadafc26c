export { type StoredSessionConfig, type StoredSessionOptions, storedSession } from "../testing/stored-session.js";
