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

/** The user of a session. After a reload, it is the profile that was stored at the last login or `getUser`. */
export interface SessionUser extends Omit<User, "verified"> {
  /** Whether the service has verified the user. Undefined if the profile is `stale`. */
  verified?: boolean | undefined;
  /** True for a stored profile that the service has not confirmed on this page. */
  stale?: true;
}

/** The URLs of one picture in several sizes (pixels). Any size may be missing. */
export interface ProfilePicture {
  /** The URL of the picture in 150 by 150 pixels. */
  "150x150"?: string;
  /** The URL of the picture in 480 by 480 pixels. */
  "480x480"?: string;
  /** The URL of the picture in 1000 by 1000 pixels. */
  "1000x1000"?: string;
  /** Other origins that serve the same paths, if the first does not respond. */
  mirrors: string[];
}
