//! `PATCH {base}/tracks/{id}`: changes a track of the user.

use std::fmt;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::api::caller::Writer;
use crate::api::tracks::body::{addresses, object};
use crate::api::tracks::refusal::TrackError;
use crate::api::tracks::response::one;
use crate::api::tracks::track_visibility;
use crate::state::Backend;
use crate::tracks;
use stagepass_store::TrackChanges;

/// How many characters of a member's name an error repeats.
const MAX_NAME: usize = 40;

/// The members of an object in their order, including repeated ones. A map would keep only one of them.
struct Members(Vec<(String, Value)>);

pub(crate) async fn update(
    State(backend): State<Arc<Backend>>,
    Writer(user): Writer,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Value>, TrackError> {
    let changes = read(object(&headers, &body?)?)?;
    let track = track_visibility::own(&backend, &user, &id).await?;
    let is_changed = backend.store.update_track(track.track_id, user.user_id, &changes, backend.clock.now()).await?;
    // The track may have been deleted in the meantime.
    let track = track_visibility::own(&backend, &user, &id).await?;
    if is_changed { Ok(one(&backend, track)) } else { Err(TrackError::PublicElsewhere) }
}

/// Parses the changes. An unknown member is refused, so that clients do not believe it was applied.
fn read(body: &[u8]) -> Result<TrackChanges, TrackError> {
    let Members(members) = serde_json::from_slice(body).map_err(|_| TrackError::Body)?;
    if members.is_empty() {
        return Err(TrackError::NothingToChange);
    }
    let mut changes = TrackChanges::default();
    for (name, value) in members {
        match name.as_str() {
            "title" => once("title", &mut changes.title, tracks::title(text("title", &value)?)?)?,
            "genre" => once("genre", &mut changes.genre, tracks::genre(text_or_none("genre", &value)?)?)?,
            "description" => {
                let description = tracks::description(text_or_none("description", &value)?)?;
                once("description", &mut changes.description, description)?;
            }
            "access_authorities" => {
                let authorities = tracks::authorities(&addresses(Some(value))?)?;
                once("access_authorities", &mut changes.authorities, authorities)?;
            }
            "delisted" => {
                let delisted = value.as_bool().ok_or(TrackError::Type("delisted", "true or false"))?;
                once("delisted", &mut changes.delisted, delisted)?;
            }
            _ => return Err(TrackError::Unknown(name.chars().take(MAX_NAME).collect())),
        }
    }
    Ok(changes)
}

fn once<T>(name: &'static str, place: &mut Option<T>, value: T) -> Result<(), TrackError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(TrackError::Twice(name)),
    }
}

fn text<'a>(name: &'static str, value: &'a Value) -> Result<&'a str, TrackError> {
    value.as_str().ok_or(TrackError::Type(name, "a string"))
}

/// `null` removes the value.
fn text_or_none<'a>(name: &'static str, value: &'a Value) -> Result<&'a str, TrackError> {
    if value.is_null() { Ok("") } else { value.as_str().ok_or(TrackError::Type(name, "a string, or null")) }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Generates a valid member.
    fn members() -> impl Strategy<Value = Vec<(&'static str, Value)>> {
        let text = "[a-z]{1,9}";
        let text_or_null = || prop_oneof![text.prop_map(Value::from), Just(Value::Null)];
        let addresses = prop::collection::btree_set(1..u64::MAX, 0..4).prop_map(|numbers| {
            numbers.into_iter().map(|number| Value::from(format!("0x{number:040x}"))).collect::<Value>()
        });
        let member = prop_oneof![
            text.prop_map(|title| ("title", Value::from(title))),
            text_or_null().prop_map(|genre| ("genre", genre)),
            text_or_null().prop_map(|description| ("description", description)),
            addresses.prop_map(|list| ("access_authorities", list)),
            any::<bool>().prop_map(|delisted| ("delisted", Value::from(delisted))),
        ];
        prop::collection::vec(member, 1..6)
    }

    fn object(members: &[(&str, Value)]) -> String {
        let members: Vec<_> = members.iter().map(|(name, value)| format!("{}: {value}", Value::from(*name))).collect();
        format!("{{{}}}", members.join(", "))
    }

    /// Returns the members that a body with these changes has.
    fn changed_members(changes: &TrackChanges) -> Vec<(&'static str, Value)> {
        let or_null = |text: &String| if text.is_empty() { Value::Null } else { json!(text) };
        let authorities = |list: &Vec<String>| list.iter().map(|address| json!(address.to_lowercase())).collect();
        [
            ("title", changes.title.as_ref().map(|title| json!(title))),
            ("genre", changes.genre.as_ref().map(or_null)),
            ("description", changes.description.as_ref().map(or_null)),
            ("access_authorities", changes.authorities.as_ref().map(authorities)),
            ("delisted", changes.delisted.map(Value::from)),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
    }

    proptest! {
        #[test]
        fn only_given_members_change_duplicates_are_rejected(members in members()) {
            let mut names: Vec<_> = members.iter().map(|(name, _)| *name).collect();
            names.sort_unstable();
            let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
            match (read(object(&members).as_bytes()), twice) {
                (Ok(changes), None) => {
                    let (mut changed, mut expected) = (changed_members(&changes), members);
                    changed.sort_by_key(|(name, _)| *name);
                    expected.sort_by_key(|(name, _)| *name);
                    prop_assert_eq!(changed, expected);
                }
                (Err(TrackError::Twice(name)), Some(_)) => prop_assert!(names.iter().filter(|known| **known == name).count() > 1),
                (outcome, _) => prop_assert!(false, "{:?}", outcome),
            }
        }

        #[test]
        fn unknown_member_rejects_the_whole_update(members in members(), name in "[a-z_]{1,12}|.{0,5}", at in any::<prop::sample::Index>()) {
            prop_assume!(!["title", "genre", "description", "access_authorities", "delisted"].contains(&name.as_str()));
            let mut members: Vec<(&str, Value)> = members;
            members.insert(at.index(members.len() + 1), (&name, Value::Null));
            prop_assert!(matches!(read(object(&members).as_bytes()), Err(TrackError::Unknown(_) | TrackError::Twice(_))));
        }

        #[test]
        fn no_bytes_make_it_panic_or_change_nothing(bytes in prop::collection::vec(any::<u8>(), 0..80), text in "\\{\"[a-z\", :{}\\[\\]]{0,40}") {
            for body in [&bytes[..], text.as_bytes()] {
                prop_assert_ne!(read(body).ok(), Some(TrackChanges::default()));
            }
        }
    }
}
