import { setAudioModeAsync, useAudioPlayer, useAudioPlayerStatus } from "expo-audio";
import { useEffect, useRef, useState } from "react";
import { isStagepassError, type Stagepass } from "stagepass/react-native";

/**
 * Plays one track at a time. A gated track's signed URL is valid for about one listen. When it has expired, for example
 * after a long pause, the player asks for another and resumes at the same position.
 */
export function usePlayer({ tracks }: Stagepass) {
  const player = useAudioPlayer(null);
  const { error: broken, currentTime, duration, playing } = useAudioPlayerStatus(player);
  const latest = useRef({ trackId: 0, brokeAt: -1 });
  const [trackId, setTrackId] = useState(0);
  const [failure, setFailure] = useState("");

  const start = async (request: typeof latest.current, from: number) => {
    latest.current = request;
    setFailure("");
    try {
      const uri = await tracks.streamUrl(request.trackId);
      // Another one was chosen meanwhile.
      if (latest.current !== request) return;
      setTrackId(request.trackId);
      player.replace({ uri });
      if (from) await player.seekTo(from);
      player.play();
    } catch (error) {
      if (!isStagepassError(error)) throw error;
      // Of a refusal the description is the owner's own sentence.
      const refused = error.code === "access_refused";
      if (latest.current === request) setFailure((refused && error.description) || error.title);
    }
  };

  const play = async (id: number) => {
    if (id === trackId && !broken && currentTime < duration) player.play();
    else await start({ trackId: id, brokeAt: -1 }, 0);
  };

  useEffect(() => {
    const request = latest.current;
    if (!broken || !request.trackId) return;
    // Twice at one place: that is no matter of the address.
    if (request.brokeAt === currentTime) return setFailure(broken);
    request.brokeAt = currentTime;
    void start(request, currentTime);
  }, [broken]);

  useEffect(() => {
    // Also where the phone's switch says silence: the user has pressed play.
    void setAudioModeAsync({ playsInSilentMode: true });
  }, []);

  return { play, pause: () => player.pause(), trackId, playing, failure };
}
