//! The parameters that an app adds to the authorization request.

use stagepass_core::border::OWN_PARAMETERS;
use stagepass_core::config::{Fault, Field, InvalidField};
use stagepass_core::text::percent;

/// The maximum length of all added parameters in the URL, in bytes.
const LONGEST: usize = 2_000;

/// Returns `parameters`, each after its `&`. A name that Stagepass itself sends is refused in [`Field::ExtraParams`],
/// because the service reads each name only once (RFC 6749 section 3.1).
pub(super) fn query(parameters: &[(Field, String, String)]) -> Result<String, InvalidField> {
    let mut query = String::new();
    for (field, name, value) in parameters {
        query.push('&');
        percent::encode(&mut query, name);
        query.push('=');
        percent::encode(&mut query, value);
        let is_own = *field == Field::ExtraParams && OWN_PARAMETERS.split_ascii_whitespace().any(|own| own == name);
        if is_own || query.len() > LONGEST {
            return Err(InvalidField(*field, Fault::WrongType));
        }
    }
    Ok(query)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;

    fn extra(name: &str, value: &str) -> (Field, String, String) {
        (Field::ExtraParams, name.to_owned(), value.to_owned())
    }

    #[test]
    fn each_is_encoded_after_its_ampersand() {
        assert_eq!(query(&[]).unwrap(), "");
        let parameters = [(Field::LoginHint, "login_hint".to_owned(), "a b&c".to_owned()), extra("x", "é")];
        assert_eq!(query(&parameters).unwrap(), "&login_hint=a%20b%26c&x=%C3%A9");
    }

    #[test]
    fn names_of_stagepass_are_refused() {
        for name in OWN_PARAMETERS.split_ascii_whitespace() {
            assert_eq!(query(&[extra(name, "x")]), Err(InvalidField(Field::ExtraParams, Fault::WrongType)), "{name}");
        }
    }

    #[test]
    fn all_together_have_at_most_2000_bytes() {
        assert!(query(&[extra("x", &"a".repeat(LONGEST - 3))]).is_ok());
        assert!(query(&[extra("x", &"a".repeat(LONGEST - 2))]).is_err());
        assert!(query(&[extra("x", &"a".repeat(1_500)), extra("y", &"a".repeat(500))]).is_err());
    }
}
