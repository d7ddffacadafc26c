//! Request bodies: `{name, description?, redirectUris[], …}` of an app, `{rotate}` for its secrets.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use crate::accounts::{AppDetails, Rotation, SESSION_LIFETIMES};
use crate::body_type::BodyType;
use crate::developer::refusal::{Field, Problem, Refusal};
use stagepass_store::SessionLimits;

/// Parses and validates the details of an app.
pub(super) fn read_details(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<AppDetails, Refusal> {
    let members = [
        "name",
        "description",
        "redirectUris",
        "sessionIdleSeconds",
        "sessionLongestSeconds",
        "dpop_bound_access_tokens",
    ];
    let [name, description, redirect_uris, idle, longest, bound_tokens_only] = read_members(headers, body, members)?;
    let name = name.text(Field::Name)?.ok_or(Refusal::Field(Field::Name, Problem::Missing))?;
    let description = description.text(Field::Description)?;
    let redirect_uris = redirect_uris.texts(Field::RedirectUris)?;
    let (idle, longest) = (idle.lifetime(Field::SessionIdle)?, longest.lifetime(Field::SessionLongest)?);
    let bound_tokens_only = bound_tokens_only.flag(Field::BoundTokensOnly)?;
    let details = AppDetails::new(&name, description.as_deref(), redirect_uris)?;
    Ok(details.with_session_limits(SessionLimits { idle, longest }).with_bound_tokens_only(bound_tokens_only))
}

/// Parses which secrets to rotate.
pub(super) fn read_rotation(headers: &HeaderMap, body: Result<Bytes, BytesRejection>) -> Result<Rotation, Refusal> {
    let [rotate] = read_members(headers, body, ["rotate"])?;
    let rotate = rotate.text(Field::Rotate)?.ok_or(Refusal::Field(Field::Rotate, Problem::Missing))?;
    rotate.parse().map_err(|_| Refusal::Field(Field::Rotate, Problem::Unknown))
}

/// Returns the members with these names of a JSON object. The content type must be JSON, which a form of another site
/// cannot send without a preflight.
fn read_members<const N: usize>(
    headers: &HeaderMap,
    body: Result<Bytes, BytesRejection>,
    names: [&str; N],
) -> Result<[Member; N], Refusal> {
    if BodyType::of(headers) != Some(BodyType::Json) {
        return Err(Refusal::ContentType);
    }
    let body = body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::TooLarge,
        _ => Refusal::Json,
    })?;
    let mut reader = serde_json::Deserializer::from_slice(&body);
    let members = Members(names).deserialize(&mut reader).map_err(|_| Refusal::Json)?;
    reader.end().map_err(|_| Refusal::Json)?;
    Ok(members)
}

/// A member of any type, so that the error can name the one that is wrong.
#[derive(Default)]
enum Member {
    #[default]
    Absent,
    Once(Value),
    Twice,
}

impl Member {
    /// Returns a string. `null` is the same as a missing member.
    fn text(self, field: Field) -> Result<Option<String>, Refusal> {
        match self {
            Self::Absent | Self::Once(Value::Null) => Ok(None),
            Self::Once(Value::String(text)) => Ok(Some(text)),
            Self::Once(_) => Err(Refusal::Field(field, Problem::NotText)),
            Self::Twice => Err(Refusal::Field(field, Problem::Twice)),
        }
    }

    /// Returns a lifetime in seconds. `null` is the same as a missing member.
    fn lifetime(self, field: Field) -> Result<Option<i64>, Refusal> {
        match self {
            Self::Absent | Self::Once(Value::Null) => Ok(None),
            Self::Once(value) => {
                let seconds = value.as_i64().filter(|seconds| SESSION_LIFETIMES.contains(seconds));
                seconds.map(Some).ok_or(Refusal::Field(field, Problem::NotLifetime))
            }
            Self::Twice => Err(Refusal::Field(field, Problem::Twice)),
        }
    }

    /// Returns whether it is true. `null` is the same as a missing member: false.
    fn flag(self, field: Field) -> Result<bool, Refusal> {
        match self {
            Self::Absent | Self::Once(Value::Null) => Ok(false),
            Self::Once(Value::Bool(flag)) => Ok(flag),
            Self::Once(_) => Err(Refusal::Field(field, Problem::NotFlag)),
            Self::Twice => Err(Refusal::Field(field, Problem::Twice)),
        }
    }

    /// Returns a list of strings.
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

/// Parses the members with these names, and ignores the others.
struct Members<'n, const N: usize>([&'n str; N]);

impl<'de, const N: usize> DeserializeSeed<'de> for Members<'_, N> {
    type Value = [Member; N];

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, const N: usize> Visitor<'de> for Members<'_, N> {
    type Value = [Member; N];

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    // A map type would keep the last of two members with the same name. Two parsers could then disagree.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = std::array::from_fn(|_| Member::default());
        while let Some(name) = map.next_key::<String>()? {
            match self.0.iter().zip(&mut members).find(|(known, _)| name == **known) {
                Some((_, member)) => member.add(map.next_value()?),
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(members)
    }
}
