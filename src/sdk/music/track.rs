//! Tracks: what the service returns, and what an app sends.

use core::time::Duration;

use serde::{Deserialize, Deserializer, Serialize};

use super::access::rule::Rule;
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
    #[serde(default, deserialize_with = "picture")]
    pub artwork: Option<ProfilePicture>,
    /// Whether the owner has delisted the track: no other user finds it. See [`TrackChange::delisted`].
    #[serde(default, deserialize_with = "or_default")]
    pub delisted: bool,
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
    #[serde(default, deserialize_with = "picture")]
    profile_picture: Option<ProfilePicture>,
}

fn user<'de, D: Deserializer<'de>>(deserializer: D) -> Result<User, D::Error> {
    let RawUser { user_id, name, handle, is_verified, profile_picture } = RawUser::deserialize(deserializer)?;
    Ok(User { user_id, name, handle, verified: is_verified, profile_picture })
}

/// Reads a picture. Anything but an object is none.
fn picture<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ProfilePicture>, D::Error> {
    lenient(deserializer)
}

/// The `data` of a response.
#[derive(Deserialize)]
pub(super) struct Data<T> {
    pub(super) data: T,
}

/// What became of a track that an app removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// The app had made it, and it is deleted for good.
    Deleted,
    /// Another app had made it, so it is only hidden. Its owner deletes it on the service's own page.
    Delisted,
}

/// The number of listens of a track.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[non_exhaustive]
pub struct Listens {
    /// The listens since the track was created.
    pub total: u64,
    /// The last 30 days with a listen, newest first.
    pub days: Vec<ListensOfDay>,
}

/// The listens of one day.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListensOfDay {
    /// The day in UTC, such as `2026-11-22`.
    pub date: String,
    /// The number of listens.
    pub listens: u64,
}

/// A new track for [`Tracks::create`](super::Tracks::create). Every user may hear it, unless it has a rule or access
/// authorities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewTrack {
    pub(super) details: Details,
    pub(super) gate: Gate,
}

/// The details of a new track, in the member names of the service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Details {
    pub(super) title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) genre: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) description: Option<String>,
    pub(super) track_cid: String,
}

/// Who decides about access to a new track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Gate {
    /// These access servers. Empty: every user may hear it.
    Authorities(Vec<String>),
    /// The access server of the configuration, by this rule.
    Rule(Rule),
}

impl NewTrack {
    /// Returns a public track with this title (1 to 200 characters) and this audio: the content ID of one of the user's
    /// uploads, as [`Upload::track_cid`](super::Upload::track_cid) has it.
    pub fn new(title: impl Into<String>, track_cid: impl Into<String>) -> Self {
        let details = Details { title: title.into(), genre: None, description: None, track_cid: track_cid.into() };
        Self { details, gate: Gate::Authorities(Vec::new()) }
    }

    /// Sets the genre.
    #[must_use]
    pub fn genre(mut self, genre: impl Into<String>) -> Self {
        self.details.genre = Some(genre.into());
        self
    }

    /// Sets the description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.details.description = Some(description.into());
        self
    }

    /// Sets who may hear the track. The access server of the configuration creates the track, and becomes its only
    /// authority. Replaces [`NewTrack::access_authorities`].
    #[must_use]
    pub fn rule(mut self, rule: Rule) -> Self {
        self.gate = Gate::Rule(rule);
        self
    }

    /// Sets the Ethereum addresses of access servers that may give access to the audio. Empty: every user may hear it.
    /// Replaces [`NewTrack::rule`].
    #[must_use]
    pub fn access_authorities<T: Into<String>>(mut self, addresses: impl IntoIterator<Item = T>) -> Self {
        self.gate = Gate::Authorities(addresses.into_iter().map(Into::into).collect());
        self
    }
}

/// The body of `POST /tracks`.
#[derive(Serialize)]
pub(super) struct CreateTrack<'a> {
    #[serde(flatten)]
    pub(super) details: &'a Details,
    pub(super) access_authorities: &'a [String],
}

/// The changes for [`Tracks::update`](super::Tracks::update). What is not set is not changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrackChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    genre: Option<Removable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Removable>,
    #[serde(skip_serializing_if = "Option::is_none")]
    access_authorities: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delisted: Option<bool>,
}

/// A text to set, or null to remove the one that is set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
struct Removable(Option<String>);

impl TrackChange {
    /// Returns a change of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the title, 1 to 200 characters.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the genre. `None` removes it.
    #[must_use]
    pub fn genre(mut self, genre: Option<&str>) -> Self {
        self.genre = Some(Removable(genre.map(str::to_owned)));
        self
    }

    /// Sets the description. `None` removes it.
    #[must_use]
    pub fn description(mut self, description: Option<&str>) -> Self {
        self.description = Some(Removable(description.map(str::to_owned)));
        self
    }

    /// Sets the Ethereum addresses of access servers that may give access to the audio. Empty: every user may hear it.
    #[must_use]
    pub fn access_authorities<T: Into<String>>(mut self, addresses: impl IntoIterator<Item = T>) -> Self {
        self.access_authorities = Some(addresses.into_iter().map(Into::into).collect());
        self
    }

    /// `true` delists the track: only its owner finds it, and no user hears it, until this is `false` again.
    #[must_use]
    pub fn delisted(mut self, delisted: bool) -> Self {
        self.delisted = Some(delisted);
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
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
        let track: Track = json::parse(TRACK.as_bytes()).unwrap();
        assert_eq!((track.id, track.title.as_str(), track.genre.as_deref()), (7, "T", None));
        assert_eq!((track.user.user_id, track.user.verified), (3, true));
        assert_eq!(track.duration, Duration::from_secs(61));
        assert!(track.is_gated() && track.artwork.is_some() && !track.delisted);
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
            assert_eq!(json::parse::<Track>(body.as_bytes()), None, "{to}");
        }
    }

    #[test]
    fn absent_members_are_absent() {
        let body = r#"{"id":7,"title":"T","user":{"user_id":3,"name":"A","handle":"a"},"duration":0,"track_cid":"c","delisted":true}"#;
        let track: Track = json::parse(body.as_bytes()).unwrap();
        assert!(!track.is_gated() && track.artwork.is_none() && track.delisted && !track.user.verified);
    }

    #[test]
    fn new_track_json_has_the_expected_members() {
        let track = NewTrack::new("T", "c").genre("g").access_authorities(["0x1"]);
        let Gate::Authorities(access_authorities) = &track.gate else { panic!("{track:?}") };
        let body = json::write(&CreateTrack { details: &track.details, access_authorities });
        assert_eq!(body.as_deref(), Some(r#"{"title":"T","genre":"g","track_cid":"c","access_authorities":["0x1"]}"#));
    }

    #[test]
    fn a_change_has_only_what_is_set() {
        assert!(TrackChange::new().is_empty());
        let change = TrackChange::new().title("T").genre(None).description(Some("d")).delisted(false);
        assert!(!change.is_empty());
        let body = r#"{"title":"T","genre":null,"description":"d","delisted":false}"#;
        assert_eq!(json::write(&change).as_deref(), Some(body));
        assert!(!TrackChange::new().access_authorities::<String>([]).is_empty());
    }
}
