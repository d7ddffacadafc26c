/** A user of the service. */
export interface User {
  /** The user's number at the service. */
  userId: number;
  /** The display name. */
  name: string;
  /** The handle, without the `@`. */
  handle: string;
  /** Whether the service has verified the user. */
  verified: boolean;
  /** The profile picture, if the user has one. */
  profilePicture?: ProfilePicture;
}

/** The URLs of one picture in several sizes (pixels). Any size may be missing. */
export interface ProfilePicture {
  "150x150"?: string;
  "480x480"?: string;
  "1000x1000"?: string;
  /** Other origins that serve the same paths, if the first does not respond. */
  mirrors: string[];
}
