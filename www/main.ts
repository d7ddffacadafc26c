import { takeInvitation } from "./invitation.js";
import { showLibrary } from "./library.js";
import { offerPlaces } from "./place.js";
import { startSignIn } from "./sign-in.js";
import { showTracks } from "./tracks.js";
import { offerUploads } from "./uploads.js";

void offerPlaces();
startSignIn((visit) => {
  void showTracks(visit);
  void showLibrary(visit);
  offerUploads(visit);
  void takeInvitation(visit);
});
