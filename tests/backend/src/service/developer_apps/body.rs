//! What a developer says of an app: `{name, description?, redirectUris[]}`.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::refusal::{Field, Problem, Refusal};
use crate::accounts::AppDetails;
use crate::service::body_type::BodyType;

/// The members that count, of whatever type they are: an answer names the one that is wrong.
#[derive(Default)]
struct Members {
    name: Member,
    description: Member,
    redirect_uris: Member,
}

#[derive(Default)]
enum Member {
    #[default]
    Absent,
    Once(Value),
    Twice,
}

/// Reads and checks a body. It has to say that it is JSON: a form of another site's can't, without asking first.
pub(super) fn read_details(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<AppDetails, Refusal> {
    if BodyType::of(headers) != Some(BodyType::Json) {
        return Err(Refusal::ContentType);
    }
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::TooLarge,
        _ => Refusal::Json,
    })?;
    let members: Members = serde_json::from_slice(&body).map_err(|_| Refusal::Json)?;
    let name = members.name.text(Field::Name)?.ok_or(Refusal::Field(Field::Name, Problem::Missing))?;
    let description = members.description.text(Field::Description)?;
    let redirect_uris = members.redirect_uris.texts(Field::RedirectUris)?;
    Ok(AppDetails::new(&name, description.as_deref(), redirect_uris)?)
}

impl Member {
    /// A text; `null` is the same as nothing.
    fn text(self, field: Field) -> Result<Option<String>, Refusal> {
        match self {
            Self::Absent | Self::Once(Value::Null) => Ok(None),
            Self::Once(Value::String(text)) => Ok(Some(text)),
            Self::Once(_) => Err(Refusal::Field(field, Problem::NotText)),
            Self::Twice => Err(Refusal::Field(field, Problem::Twice)),
        }
    }

    /// A list of texts.
    fn texts(self, field: Field) -> Result<Vec<String>, Refusal> {
        let values = match self {
            Self::Absent | Self::Once(Value::Null) => return Err(Refusal::Field(field, Problem::Missing)),
            Self::Once(Value::Array(values)) => values,
            Self::Once(_) => return Err(Refusal::Field(field, Problem::NotList)),
            Self::Twice => return Err(Refusal::Field(field, Problem::Twice)),
        };
        let texts = values.into_iter().enumerate().map(|(at, value)| match value {
            Value::String(text) => Ok(text),
            _ => Err(Refusal::Field(Field::RedirectUri(at), Problem::NotText)),
        });
        texts.collect()
    }

    fn add(&mut self, value: Value) {
        *self = if matches!(self, Self::Absent) { Self::Once(value) } else { Self::Twice };
    }
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object")
            }

            // A map type would silently keep the last of two members of one name, and two readers might each take another.
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Members::default();
                while let Some(name) = map.next_key::<String>()? {
                    match name.as_str() {
                        "name" => members.name.add(map.next_value()?),
                        "description" => members.description.add(map.next_value()?),
                        "redirectUris" => members.redirect_uris.add(map.next_value()?),
                        _ => {
                            map.next_value::<IgnoredAny>()?;
                        }
                    }
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Object)
    }
}
