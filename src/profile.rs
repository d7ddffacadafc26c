//! The person who is signed in.

use crate::document::Document;
use crate::record;

/// A profile picture's addresses, by size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfilePicture {
    /// 150 pixels square.
    pub small: Option<String>,
    /// 480 pixels square.
    pub medium: Option<String>,
    /// 1000 pixels square.
    pub large: Option<String>,
    /// Other hosts that serve the same paths.
    pub mirrors: Vec<String>,
}

/// The person who is signed in, as the service tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// A whole number.
    pub user_id: f64,
    /// The name that they chose.
    pub name: String,
    /// The handle, without `@`.
    pub handle: String,
    /// Whether the service vouches for them.
    pub verified: bool,
    /// Their picture, if they have one.
    pub profile_picture: Option<ProfilePicture>,
}

impl Profile {
    /// Reads a profile: the specification's flat members, or the live service's, inside `data` and in snake case. `None` if
    /// the document has neither.
    pub fn read(document: &dyn Document) -> Option<Self> {
        let either =
            |flat: &'static str, live: &'static str| document.text(&[flat]).or_else(|| document.text(&["data", live]));
        let user_id = document.number(&["userId"]).or_else(|| document.number(&["data", "user_id"]))?;
        let flat = picture(document, &["profilePicture"]);
        Some(Self {
            user_id,
            name: either("name", "name")?,
            handle: either("handle", "handle")?,
            verified: document.flag(&["verified"]).or_else(|| document.flag(&["data", "is_verified"])).unwrap_or(false),
            profile_picture: flat.or_else(|| picture(document, &["data", "profile_picture"])),
        })
    }
}

fn picture(document: &dyn Document, at: &[&str]) -> Option<ProfilePicture> {
    let within = |name| [at, &[name]].concat();
    let size = |name| document.text(&within(name));
    let picture = ProfilePicture {
        small: size("150x150"),
        medium: size("480x480"),
        large: size("1000x1000"),
        // Nobody has more mirrors than this; a list that is longer is cut.
        mirrors: (0..100)
            .map_while(|index| document.text(&[&*within("mirrors"), &[&*record::decimal(index)]].concat()))
            .collect(),
    };
    (picture.small.is_some() || picture.medium.is_some() || picture.large.is_some()).then_some(picture)
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::Json;

    fn read(text: &str) -> Option<Profile> {
        Json::parse(text).and_then(|document| Profile::read(document.as_ref()))
    }

    #[test]
    fn the_flat_and_the_live_shape_are_the_same_person() {
        let flat = read(
            r#"{"userId":7,"name":"Ada","handle":"ada","verified":true,
               "profilePicture":{"150x150":"https://p/150","480x480":"https://p/480","mirrors":["https://m"]}}"#,
        );
        let live = read(
            r#"{"data":{"id":"x7","user_id":7,"name":"Ada","handle":"ada","is_verified":true,
               "profile_picture":{"150x150":"https://p/150","480x480":"https://p/480","mirrors":["https://m"]}}}"#,
        );
        assert!(flat.is_some());
        assert_eq!(flat, live);
    }

    #[test]
    fn what_is_no_profile_is_none() {
        for text in
            ["{}", "[]", "null", r#"{"userId":"7","name":"Ada","handle":"ada"}"#, r#"{"userId":7,"name":"Ada"}"#]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_document_makes_it_panic(text in any::<String>()) {
            let _ = read(&text);
        }
    }
}
