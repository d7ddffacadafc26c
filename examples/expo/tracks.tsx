import { useEffect, useState } from "react";
import { Button, Text, View } from "react-native";
import { useStagepass, useUser } from "stagepass/react";
import { isStagepassError, type Track } from "stagepass/react-native";
import { look } from "./look";
import { usePlayer } from "./use-player";

/** A gated track that the service was filled with, where it is one of those that tests start. */
const SEEDED = Number(process.env.EXPO_PUBLIC_STAGEPASS_GATED_TRACK ?? 0);

/** The listener's own tracks, each with a button that plays it. */
export function Tracks() {
  const sp = useStagepass();
  const { user } = useUser();
  const [tracks, setTracks] = useState<Track[]>([]);
  const [words, setWords] = useState("");
  const { play, pause, trackId, playing, failure } = usePlayer(sp);

  const list = async (userId: number) => {
    try {
      const seeded = SEEDED ? [await sp.tracks.get(SEEDED)] : [];
      const { items } = await sp.users.tracks(userId);
      setTracks([...seeded, ...items]);
      setWords("");
    } catch (error) {
      if (!isStagepassError(error)) throw error;
      setWords(error.title);
    }
  };

  useEffect(() => {
    if (user) void list(user.userId);
  }, [user]);

  return (
    <View style={look.part}>
      <Text style={look.title}>Tracks</Text>
      {tracks.map(({ id, title }) => (
        <View key={id} style={look.row}>
          <Text>{title}</Text>
          {playing && id === trackId ? (
            <Button title="Pause" onPress={pause} />
          ) : (
            <Button title="Play" onPress={() => play(id)} />
          )}
        </View>
      ))}
      {user ? <Button title="Look again" onPress={() => list(user.userId)} /> : null}
      <Text accessibilityRole="alert">{failure || words}</Text>
    </View>
  );
}
