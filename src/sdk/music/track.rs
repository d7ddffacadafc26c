//! Tracks: what the service returns, and what an app sends.

use core::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use super::json::{id, lenient, or_default, seconds};
use crate::sdk::user::{ProfilePicture, User};

/// A track.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[non_exhaustive]
pub struct Track {
    /// The track's number at the service.
    #[serde(deserialize_with = "id")]
    pub id: u64,
    /// The title, 1 to 200 characters.
    pub title: String,
    /// The genre, if it has one.
    #[serde(default)]
    pub genre: Option<String>,
    /// The description, if it has one.
    #[serde(default)]
    pub description: Option<String>,
    /// The track's owner.
    #[serde(deserialize_with = "user")]
    pub user: User,
    /// The duration, in whole seconds.
    #[serde(deserialize_with = "seconds")]
    pub duration: Duration,
    /// The content ID (CID) of the audio.
    pub track_cid: String,
    /// The Ethereum addresses of access servers that may give access to the audio. Empty: every user may hear it.
    // If this is missing, the track is not made public by mistake: its node rejects requests without a signature.
    #[serde(default, deserialize_with = "or_default")]
    pub access_authorities: Vec<String>,
    /// The track's artwork, if it has one.
    #[serde(default, deserialize_with = "lenient")]
    pub artwork: Option<ProfilePicture>,
}

impl Track {
    /// Returns whether an access server decides who may hear the track.
    pub fn is_gated(&self) -> bool {
        !self.access_authorities.is_empty()
    }
}

/// A user as the API writes it inside of a track.
#[derive(Deserialize)]
struct RawUser {
    #[serde(deserialize_with = "id")]
    user_id: u64,
    name: String,
    handle: String,
    #[serde(default, deserialize_with = "or_default")]
    is_verified: bool,
    #[serde(default, deserialize_with = "lenient")]
    profile_picture: Option<ProfilePicture>,
}

fn user<'de, D: Deserializer<'de>>(deserializer: D) -> Result<User, D::Error> {
    let RawUser { user_id, name, handle, is_verified, profile_picture } = RawUser::deserialize(deserializer)?;
    Ok(User { user_id, name, handle, verified: is_verified, profile_picture })
}

/// A new track for [`Tracks::create`](super::Tracks::create). Every user may hear it, unless it has access authorities.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NewTrack {
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    genre: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    track_cid: String,
    access_authorities: Vec<String>,
}

impl NewTrack {
    /// Returns a public track with this title (1 to 200 characters) and this audio: the content ID of one of the user's
    /// uploads, as [`Upload::track_cid`](super::Upload::track_cid) has it.
    pub fn new(title: impl Into<String>, track_cid: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            genre: None,
            description: None,
            track_cid: track_cid.into(),
            access_authorities: Vec::new(),
        }
    }

    /// Sets the genre.
    #[must_use]
    pub fn genre(mut self, genre: impl Into<String>) -> Self {
        self.genre = Some(genre.into());
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Sets the Ethereum addresses of access servers that may give access to the audio. Empty: every user may hear it.
    /// The track's owner sets its rule on the access server's page.
    #[must_use]
    pub fn access_authorities<T: Into<String>>(mut self, addresses: impl IntoIterator<Item = T>) -> Self {
        self.access_authorities = addresses.into_iter().map(Into::into).collect();
        self
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::sdk::music::json;

    const TRACK: &str = r#"{"id":7,"title":"T","genre":null,"user":{"user_id":3,"name":"Ada","handle":"ada","is_verified":true},
        "duration":61,"track_cid":"c","access_authorities":["0x1"],"artwork":{"150x150":"https://a.example/1","mirrors":[]},
        "stream":{"url":"x"},"later":[1]}"#;

    #[test]
    fn track_parses_and_ignores_unknown_members() {
        let track: Track = json::read(TRACK).unwrap();
        assert_eq!((track.id, track.title.as_str(), track.genre.as_deref()), (7, "T", None));
        assert_eq!((track.user.user_id, track.user.verified), (3, true));
        assert_eq!(track.duration, Duration::from_secs(61));
        assert!(track.is_gated() && track.artwork.is_some());
    }

    #[test]
    fn track_with_missing_or_wrong_member_is_rejected() {
        let edits = [
            (r#""id":7"#, r#""id":"7""#),
            (r#""id":7"#, r#""id":0"#),
            (r#""id":7"#, r#""id":9007199254740992"#),
            (r#""title":"T""#, r#""title":null"#),
            (r#""user_id":3"#, r#""user_id":-3"#),
            (r#""duration":61"#, r#""duration":-1"#),
            (r#""duration":61"#, r#""duration":"61""#),
            (r#""track_cid":"c","#, ""),
            (r#"["0x1"]"#, "[1]"),
        ];
        for (from, to) in edits {
            let body = TRACK.replace(from, to);
            assert_ne!(body, TRACK);
            assert_eq!(json::read::<Track>(&body), None, "{to}");
        }
    }

    #[test]
    fn absent_members_are_absent() {
        let body = r#"{"id":7,"title":"T","user":{"user_id":3,"name":"A","handle":"a"},"duration":0,"track_cid":"c"}"#;
        let track: Track = json::read(body).unwrap();
        assert!(!track.is_gated() && track.artwork.is_none() && !track.user.verified);
    }

    #[test]
    fn new_track_json_has_the_expected_members() {
        let track = NewTrack::new("T", "c").genre("g").access_authorities(["0x1"]);
        let body = r#"{"title":"T","genre":"g","track_cid":"c","access_authorities":["0x1"]}"#;
        assert_eq!(json::write(&track).as_deref(), Some(body));
    }
}
