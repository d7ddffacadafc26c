//! The type of a request body.

use axum::http::{HeaderMap, header};

/// The two formats of parameters in a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BodyType {
    /// `application/json`
    Json,
    /// `application/x-www-form-urlencoded`
    Form,
}

impl BodyType {
    /// Parses the Content-Type header. Returns `None` if it is missing, repeated, of another type, or names an encoding
    /// other than UTF-8. Accepting any text as a form would let pages of other sites send `text/plain`, which needs no
    /// CORS preflight.
    pub(crate) fn of(headers: &HeaderMap) -> Option<Self> {
        let mut values = headers.get_all(header::CONTENT_TYPE).into_iter();
        let (Some(value), None) = (values.next(), values.next()) else { return None };
        let mut parts = value.to_str().ok()?.split(';').map(str::trim);
        let essence = parts.next()?;
        let is_utf8 = |charset: &str| {
            let charset = charset.trim().trim_matches('"');
            charset.eq_ignore_ascii_case("utf-8") || charset.eq_ignore_ascii_case("utf8")
        };
        let other_encoding = |part: &str| {
            part.split_once('=')
                .is_some_and(|(name, value)| name.trim().eq_ignore_ascii_case("charset") && !is_utf8(value))
        };
        if parts.any(other_encoding) {
            return None;
        }
        let known = [("application/json", Self::Json), ("application/x-www-form-urlencoded", Self::Form)];
        known.into_iter().find_map(|(name, of)| essence.eq_ignore_ascii_case(name).then_some(of))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[&str]) -> Option<BodyType> {
        BodyType::of(&values.iter().map(|value| (header::CONTENT_TYPE, value.parse().unwrap())).collect())
    }

    #[test]
    fn by_type_and_encoding() {
        for text in ["application/json", "Application/JSON; charset=UTF-8", "application/json;charset=\"utf8\"; x=y"] {
            assert_eq!(of(&[text]), Some(BodyType::Json), "{text}");
        }
        let form = "application/x-www-form-urlencoded";
        assert_eq!(of(&[form]), Some(BodyType::Form));
        assert_eq!(of(&[&format!("{form} ;charset=utf-8")]), Some(BodyType::Form));
        for text in ["", "text/plain", "application/jsonp", "application/json; charset=utf-16", "multipart/form-data"] {
            assert_eq!(of(&[text]), None, "{text}");
        }
        assert_eq!(of(&["application/json", form]), None, "which of the two?");
        assert_eq!(of(&[]), None);
    }
}
