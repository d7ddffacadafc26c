import type { Playback, Stagepass } from "stagepass";

/** Plays a track that only this site may play. The site's server signs a token for each address. */
export function playHere(sp: Stagepass, audio: HTMLAudioElement, trackId: number): Promise<Playback> {
  const siteToken = async (id: number) => {
    const answer = await fetch(`/site-token/${id}`);
    if (!answer.ok) throw new Error(`The site gave no token (${answer.status}).`);
    return answer.text();
  };
  return sp.tracks.play(audio, trackId, { siteToken });
}
