import { takeInvitation } from "./listen/invitation.js";
import { offerPlaces } from "./listen/place.js";
import { startSignIn } from "./pass/sign-in.js";
import { showLibrary } from "./tracks/library.js";
import { showTracks } from "./tracks/tracks.js";
import { offerUploads } from "./uploads/queue.js";

void offerPlaces();
startSignIn((visit) => {
  void showTracks(visit);
  void showLibrary(visit);
  offerUploads(visit);
  void takeInvitation(visit);
});
