import { useAudioPlayer } from "expo-audio";
import { Button } from "react-native";
import type { Stagepass } from "stagepass/react-native";

/** Plays a track; rejects with `access_refused` where its owner says no. */
export function PlayButton({ sp, trackId }: { sp: Stagepass; trackId: number }) {
  const player = useAudioPlayer(null);
  const play = async () => {
    player.replace({ uri: await sp.tracks.streamUrl(trackId) });
    player.play();
  };
  return <Button title="Play" onPress={() => play().catch(console.warn)} />;
}
