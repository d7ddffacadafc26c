// Loads every entry point that the package has for phones.

/** Returns the types of one export of each. */
export const typesOfEntries = () => [
  typeof require("stagepass/react-native").stagepass,
  typeof require("stagepass/react").StagepassProvider,
  typeof require("stagepass/testing").fakeStagepass,
  typeof require("stagepass/uploads").createUploadQueue,
];
