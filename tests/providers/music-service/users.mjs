// The users who have an account at the stand-in.

import { randomBytes } from "node:crypto";

export class Users {
  #people;
  /** The users who are signed in at the consent page, by the token that proves it. */
  #signedIn = new Map();
  /** The apps that may act for a user, as `user app`. */
  #grants = new Set();

  /** `people` are `{ email, password, user }`. A user has `user_id`, `id`, `handle`, `name`, `is_verified`. */
  constructor(people) {
    this.#people = people;
  }

  /** Returns a token for the right password. */
  signIn({ email, password }) {
    const person = this.#people.find((known) => known.email === email && known.password === password);
    if (!person) return undefined;
    const token = randomBytes(32).toString("base64url");
    this.#signedIn.set(token, person.user.user_id);
    return token;
  }

  /** Returns the ID of the user who is signed in with this token. */
  userOf(token) {
    return this.#signedIn.get(token);
  }

  /** Lets an app act for the user, as the scope `write` needs it. Returns whether the token is a user's. */
  grant(token, address) {
    const userId = this.userOf(token);
    if (userId) this.#grants.add(`${userId} ${address}`);
    return Boolean(userId);
  }

  hasGranted(userId, address) {
    return this.#grants.has(`${userId} ${address}`);
  }

  /** Returns some members of a user in `data` of `/me` (api/dbv1/full_users.go, api/dbv1/get_users.sql.go). */
  profile(userId) {
    const { user } = this.#people.find((known) => known.user.user_id === userId);
    return { bio: null, cover_photo: null, follower_count: 0, is_deactivated: false, profile_picture: null, ...user };
  }
}
