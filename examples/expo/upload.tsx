import { getDocumentAsync } from "expo-document-picker";
import { useState } from "react";
import { Button, Text, View } from "react-native";
import { useStagepass, useUploads } from "stagepass/react";
import { fileFrom, isStagepassError } from "stagepass/react-native";
import type { QueuedUpload } from "stagepass/uploads";
import { look } from "./look";

/** Uploads the picked files, two at a time, and creates tracks from them that only signed-in listeners may hear. */
export function Upload() {
  const { tracks } = useStagepass();
  const { uploads, add, abort, retry, remove } = useUploads();
  const [words, setWords] = useState("");

  const pick = async () => {
    setWords("");
    try {
      const { assets } = await getDocumentAsync({ type: "audio/*", multiple: true });
      add(await Promise.all((assets ?? []).map(fileFrom)));
    } catch (error) {
      if (!isStagepassError(error)) throw error;
      setWords(error.title);
    }
  };

  const publish = async ({ id, file, upload }: QueuedUpload) => {
    if (!upload) return;
    try {
      await tracks.create({ title: file.name, trackCid: upload.trackCid, rule: { signedIn: {} } });
      setWords(`${file.name} is a track now.`);
      remove(id);
    } catch (error) {
      if (!isStagepassError(error)) throw error;
      setWords(error.title);
    }
  };

  return (
    <View style={look.part}>
      <Text style={look.title}>Upload</Text>
      <Button title="Choose audio files" onPress={pick} />
      {uploads.map((entry) => (
        <View key={entry.id} style={look.row}>
          <Text>{facts(entry)}</Text>
          {entry.status === "waiting" || entry.status === "uploading" ? (
            <Button title="Stop" onPress={() => abort(entry.id)} />
          ) : null}
          {entry.status === "failed" || entry.status === "aborted" ? (
            <Button title="Go on" onPress={() => retry(entry.id)} />
          ) : null}
          {entry.status === "done" ? <Button title="Publish" onPress={() => publish(entry)} /> : null}
        </View>
      ))}
      <Text accessibilityRole="alert">{words}</Text>
    </View>
  );
}

function facts({ file, status, sent, total, secondsLeft, error }: QueuedUpload): string {
  if (error) return `${file.name}: ${error.title}`;
  const left = secondsLeft === undefined ? "" : `, ${Math.ceil(secondsLeft)} s left`;
  return `${file.name}: ${status}, ${Math.floor((100 * sent) / (total || 1))} %${left}`;
}
