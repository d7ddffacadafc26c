/** The person who signed in. */
export interface User {
  /** The service's number for them. */
  userId: number;
  /** The name that they show. */
  name: string;
  /** Their handle, without the `@`. */
  handle: string;
  /** Whether the service vouches for who they are. */
  verified: boolean;
  /** Their picture, where they have one. */
  profilePicture?: ProfilePicture;
}

/** Addresses of one picture in several sizes (pixels). Any of them may be missing. */
export interface ProfilePicture {
  "150x150"?: string;
  "480x480"?: string;
  "1000x1000"?: string;
  /** Origins that serve the same paths, for when the first does not answer. */
  mirrors: string[];
}
