// The owner's tracks that this server signs for. The service lists and searches them, and counts their plays. Their
// rules are here.

import { ask } from "./server.js";
import { askService, personId } from "./sign_in.js";

const { signer: SIGNER } = document.body.dataset;
/** How many tracks a page has at most. */
const PAGE = "20";
/** How many pages without a track of this server are passed over at once. */
const MOST_PAGES = 10;

/**
 * A page of tracks, the newest first: `{tracks: [{trackId, title, words, artwork}], next}`. `next` is the cursor of the
 * page after it, if there is one.
 * @param query Only tracks with this text in their titles. "" for all.
 */
export async function ownTracks(query, cursor) {
  let next = cursor;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const options = new URLSearchParams({ limit: PAGE, ...(query && { query }), ...(next && { cursor: next }) });
    const answer = await askService(`/users/${personId()}/tracks?${options}`);
    next = answer.next_cursor ?? undefined;
    const ours = answer.data.filter(isOurs);
    if (ours.length > 0 || !next) return { tracks: await withRules(ours), next };
  }
  return { tracks: [], next };
}

/** How often a track was played, in words. */
export async function playsOf(trackId) {
  const { total } = (await askService(`/tracks/${trackId}/listens`)).data;
  return `${total.toLocaleString()} ${total === 1 ? "play" : "plays"}`;
}

/** No user hears a delisted track, whatever its rule. */
const isOurs = ({ access_authorities: authorities, delisted }) =>
  !delisted && authorities.some((address) => address.toLowerCase() === SIGNER.toLowerCase());

async function withRules(tracks) {
  if (tracks.length === 0) return [];
  const { rules } = await ask(`/owner/rules?ids=${tracks.map(({ id }) => id)}`);
  return tracks.map(({ id, title, artwork }, at) => ({
    trackId: id,
    title,
    words: rules[at].words,
    artwork: artwork?.["150x150"],
  }));
}
