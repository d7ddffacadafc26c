import { isStagepassError, type Stagepass } from "stagepass";

/** Lets only the members of a group hear a track. Returns the rule in words, or why it was refused. */
export async function openToGroup(sp: Stagepass, trackId: number, group: string): Promise<string> {
  try {
    return (await sp.tracks.setRule(trackId, { group })).words;
  } catch (error) {
    // `input_invalid`: the owner has no such group, for example. The description names the place in the rule.
    if (isStagepassError(error) && error.code === "input_invalid") return error.description ?? error.title;
    throw error;
  }
}

/** Excludes a country, and keeps the rest of the rule. A track without a rule of its own is not changed. */
export async function excludeCountry(sp: Stagepass, trackId: number, country: string): Promise<void> {
  const { rule } = await sp.tracks.getRule(trackId);
  if (rule) await sp.tracks.setRule(trackId, { all: [{ geo: { notIn: [country] } }, rule] });
}
