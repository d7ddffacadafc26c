export { type FakeStagepass, fakeStagepass } from "../testing/fake.js";
export type {
  FakeAnswer,
  FakeCall,
  FakeLogin,
  FakeMethod,
  FakeOptions,
  FakeRoutes,
} from "../testing/options.js";
export { fakeTrack, fakeUser } from "../testing/people.js";
