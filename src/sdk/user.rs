//! The user's profile, in the response to a code exchange or from `/me`.

use http::Response;
use serde::{Deserialize, Serialize};
use stagepass_core::document::Document as _;

use super::json;
use crate::error::{Code, Error};
use crate::rim::parsed::Parsed;

/// A user of the service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// The user's number at the service.
    pub user_id: u64,
    /// The display name.
    pub name: String,
    /// The handle, without the `@`.
    pub handle: String,
    /// Whether the service has verified the user.
    pub verified: bool,
    /// The profile picture, if the user has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_picture: Option<ProfilePicture>,
}

/// The URLs of one picture in several sizes, in pixels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfilePicture {
    /// The URL of the picture in 150 by 150 pixels.
    #[serde(rename = "150x150", skip_serializing_if = "Option::is_none")]
    pub small: Option<String>,
    /// The URL of the picture in 480 by 480 pixels.
    #[serde(rename = "480x480", skip_serializing_if = "Option::is_none")]
    pub medium: Option<String>,
    /// The URL of the picture in 1000 by 1000 pixels.
    #[serde(rename = "1000x1000", skip_serializing_if = "Option::is_none")]
    pub large: Option<String>,
    /// Other origins that serve the same paths, if the first does not respond.
    pub mirrors: Vec<String>,
}

/// A longer list of mirrors is truncated.
const MOST_MIRRORS: usize = 100;

/// Reads the response of `/me`, or of the userinfo endpoint of another provider, by `read`.
///
/// # Errors
/// [`Code::BadResponse`] if it is not a user, and [`Code::RequestFailed`].
pub(super) fn of_response<U>(response: &Response<Vec<u8>>, read: impl FnOnce(&str) -> Option<U>) -> Result<U, Error> {
    let body = core::str::from_utf8(response.body()).unwrap_or_default();
    let is_success = response.status().is_success();
    if let Some(user) = read(body).filter(|_| is_success) {
        return Ok(user);
    }
    let code = if is_success { Code::BadResponse } else { Code::RequestFailed };
    let document = json::document(body);
    let text = |name| document.as_ref().and_then(|document| document.text(name));
    let description = text("error_description").or_else(|| text("error"));
    Err(Error::from(code).with_status(response.status().as_u16()).with_description(description))
}

impl User {
    /// Reads a user: the specification's flat members, or the live service's, inside `data` and in snake case. `None`
    /// if it is not a user.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let flat = json::document(text)?;
        let live = flat.object("data");
        let live = live.as_ref();
        let of_live = |name| live.and_then(|live| live.text(name));
        let user_id = flat.number("userId").or_else(|| live?.number("user_id"))?;
        let picture = |document: &Parsed, name| document.object(name).and_then(|raw| picture(&raw));
        let verified = match flat.json("verified").as_deref() {
            Some(verified @ ("true" | "false")) => verified == "true",
            _ => live.and_then(|live| live.json("is_verified")).as_deref() == Some("true"),
        };
        Some(Self {
            user_id: whole(user_id)?,
            name: flat.text("name").or_else(|| of_live("name"))?,
            handle: flat.text("handle").or_else(|| of_live("handle"))?,
            verified,
            profile_picture: picture(&flat, "profilePicture").or_else(|| picture(live?, "profile_picture")),
        })
    }
}

/// Reads a picture, if it has any size.
fn picture(raw: &Parsed) -> Option<ProfilePicture> {
    let [small, medium, large] = ["150x150", "480x480", "1000x1000"].map(|size| raw.text(size));
    if small.is_none() && medium.is_none() && large.is_none() {
        return None;
    }
    let mut mirrors: Vec<String> = raw.json("mirrors").and_then(|mirrors| json::read(&mirrors)).unwrap_or_default();
    mirrors.truncate(MOST_MIRRORS);
    Some(ProfilePicture { small, medium, large, mirrors })
}

/// Returns a number of JSON as a whole one. `None` if it is none that JSON can contain exactly.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked on the same line")]
fn whole(number: f64) -> Option<u64> {
    (number.fract() == 0.0 && (0.0..=9_007_199_254_740_991.0).contains(&number)).then_some(number as u64)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_a_user_are_read() {
        let flat = r#"{"userId":7,"name":"Ann","handle":"ann","verified":true,
            "profilePicture":{"480x480":"https://a.example/480","mirrors":["https://b.example"]}}"#;
        let live = r#"{"data":{"user_id":7,"name":"Ann","handle":"ann","is_verified":true,
            "profile_picture":{"480x480":"https://a.example/480","mirrors":["https://b.example"]}}}"#;
        let user = User::read(flat).unwrap();
        assert_eq!((user.user_id, user.name.as_str(), user.handle.as_str(), user.verified), (7, "Ann", "ann", true));
        let picture = user.profile_picture.as_ref().unwrap();
        assert_eq!((picture.medium.as_deref(), picture.small.as_deref()), (Some("https://a.example/480"), None));
        assert_eq!(picture.mirrors, ["https://b.example"]);
        assert_eq!(User::read(live).unwrap(), user);
    }

    #[test]
    fn missing_or_mistyped_optional_members_are_ignored() {
        let user = User::read(r#"{"userId":7,"name":"Ann","handle":"ann","verified":1,"profilePicture":{}}"#).unwrap();
        assert!(!user.verified && user.profile_picture.is_none());
    }

    #[test]
    fn failed_response_keeps_service_message_and_status() {
        let of = |status: u16, body: &str| {
            let response = Response::builder().status(status).body(body.as_bytes().to_vec()).unwrap();
            of_response(&response, User::read)
                .map_err(|error| (error.code(), error.status(), error.description().map(str::to_owned)))
        };
        let user = r#"{"userId":7,"name":"Ann","handle":"ann"}"#;
        assert_eq!(of(200, user).unwrap().user_id, 7);
        assert_eq!(of(200, "<html>").unwrap_err(), (Code::BadResponse, Some(200), None));
        let expected = (Code::RequestFailed, Some(500), Some("not now".to_owned()));
        assert_eq!(of(500, r#"{"error":"busy","error_description":"not now"}"#).unwrap_err(), expected);
        assert_eq!(of(500, user).unwrap_err().0, Code::RequestFailed);
    }

    #[test]
    fn text_that_is_not_a_user_is_refused() {
        for text in [
            "",
            "null",
            "[]",
            "{}",
            r#"{"userId":"7","name":"Ann","handle":"ann"}"#,
            r#"{"userId":-1,"name":"Ann","handle":"ann"}"#,
            r#"{"userId":7.5,"name":"Ann","handle":"ann"}"#,
            r#"{"userId":7,"name":"Ann"}"#,
        ] {
            assert_eq!(User::read(text), None, "{text}");
        }
    }
}
