import { stagepass } from "stagepass";

const sp = stagepass({
  baseUrl: "https://music.example/v1",
  apiKey: "0x58802e7a660990622B728BF06ae9361BC9403eb7",
  redirectUri: `${location.origin}/callback.html`,
  accessServer: "https://gate.radio.example",
});

/** Uploads a file as a track for listeners in Sweden. Returns the track's ID. */
export async function publish(file: File): Promise<number> {
  const { trackCid } = await sp.tracks.upload(file, { onProgress: ({ sent, total }) => console.log(sent / total) });
  const track = await sp.tracks.create({ title: file.name, trackCid, rule: { geo: { in: ["SE"] } } });
  return track.id;
}

/** Plays a track. Call it in a click handler. Rejects with `access_refused` if the rule denies access. */
export const play = (audio: HTMLAudioElement, trackId: number) => sp.tracks.play(audio, trackId);
