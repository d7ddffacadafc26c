// An app that imports all that the package has for phones, on React Native's own start.

import { AppRegistry } from "react-native";
import { StagepassProvider } from "stagepass/react";
import { stagepass } from "stagepass/react-native";
import { fakeStagepass } from "stagepass/testing";
import { createUploadQueue } from "stagepass/uploads";

AppRegistry.registerRunnable("all", () => [StagepassProvider, stagepass, fakeStagepass, createUploadQueue]);
