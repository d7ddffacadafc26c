import { getDocumentAsync } from "expo-document-picker";
import type { NativeStagepass, Track } from "stagepass/react-native";

/** Asks the user for a file and creates a track from it for listeners in Sweden. Returns null if no file was picked. */
export async function publish(sp: NativeStagepass, onPart: (part: number) => void): Promise<Track | null> {
  const { assets } = await getDocumentAsync({ type: "audio/*" });
  const picked = assets?.[0];
  if (!picked) return null;
  const { trackCid } = await sp.tracks.upload(picked, { onProgress: ({ sent, total }) => onPart(sent / total) });
  return sp.tracks.create({ title: picked.name, trackCid, rule: { geo: { in: ["SE"] } } });
}
