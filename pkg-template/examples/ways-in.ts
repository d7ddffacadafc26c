import { isStagepassError, type Refusal, type Stagepass } from "stagepass";

/** Returns the denial reasons with their remedies, to be shown beside a track. Empty if it may be heard. */
export async function waysIn(sp: Stagepass, trackId: number): Promise<string[]> {
  const access = await sp.tracks.access(trackId);
  return access.allowed ? [] : access.refusals.map(wayIn);
}

function wayIn({ message, opensAt, buyUrl, joinUrl, signIn }: Refusal): string {
  if (opensAt) return `${message} Here that is ${new Date(opensAt).toLocaleString()}.`;
  const link = buyUrl ?? joinUrl;
  if (link) return `${message} ${link}`;
  return signIn ? `${message} Sign in.` : message;
}

/** Uses the invitation in this page's address (`#invitation=…`). Call it once a user has signed in. */
export async function joinIfInvited(sp: Stagepass): Promise<string> {
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invitation");
  if (!invitation) return "";
  try {
    const { name } = await sp.tracks.join(invitation);
    history.replaceState(history.state, "", location.pathname + location.search);
    return `You have joined ${name}.`;
  } catch (error) {
    if (!isStagepassError(error)) throw error;
    return error.description ?? error.title;
  }
}
