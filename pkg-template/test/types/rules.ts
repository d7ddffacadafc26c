// Type tests of new tracks and their rules: `tsc` compiles this file, and nothing runs it.

import type { NewTrack, Refusal, Rule, Stagepass } from "stagepass";

const about = { title: "Song", trackCid: "bafkrei7" };

export const tracks: NewTrack[] = [
  about,
  { ...about, rule: { group: "friends" } },
  { ...about, accessAuthorities: ["0x58802e7a660990622B728BF06ae9361BC9403eb7"] },
  { ...about, rule: undefined, accessAuthorities: undefined },
  // @ts-expect-error With a rule, the access server becomes the only authority.
  { ...about, rule: { group: "friends" }, accessAuthorities: ["0x58802e7a660990622B728BF06ae9361BC9403eb7"] },
  // @ts-expect-error A track has audio.
  { title: "Song" },
];

/** A variable that may be undefined is accepted. */
export const maybeGated = (rule: Rule | undefined): NewTrack => ({ ...about, rule });

export const rules: Rule[] = [
  { geo: { notIn: ["US"] } },
  { signedIn: { verified: true } },
  { not: { signedIn: {} } },
  // @ts-expect-error Members are in camelCase here. Only JSON has `not_in`.
  { geo: { not_in: ["US"] } },
  // @ts-expect-error Members are in camelCase here. Only JSON has `signed_in`.
  { signed_in: {} },
  // @ts-expect-error A rule has one member. Combine rules with `all` or `any`.
  { group: "friends", paid: "album" },
];

/** A rule that was read can be set again. */
export const copyRule = async ({ tracks }: Stagepass, from: number, to: number): Promise<string> => {
  const { rule } = await tracks.getRule(from);
  // @ts-expect-error A rule is removed with null.
  await tracks.setRule(to, undefined);
  return (await tracks.setRule(to, rule)).words;
};

/** A denial reason names its condition as a rule does. */
export const isAboutAccount = ({ rule }: Refusal): boolean => rule === "signedIn";
