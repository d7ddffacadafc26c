//! What each scope lets an app do, as the consent page lists it. The service's `OpenAPI` document has them in
//! `x-permissions`, with the operations behind each. A test compares those with the operations that the API has.

use crate::oauth::authorization_request::Scope;

/// Something that an app may do.
#[derive(Debug)]
pub(crate) struct Permission {
    /// The smallest scope that includes it.
    scope: Scope,
    /// The key of what users read, after "This lets the app:".
    pub(crate) sentence: &'static str,
}

/// All permissions, in the order of the consent page.
const PERMISSIONS: [Permission; 11] = [
    Permission { scope: Scope::Read, sentence: "scope-profile" },
    Permission { scope: Scope::Read, sentence: "scope-library" },
    Permission { scope: Scope::Read, sentence: "scope-own-tracks" },
    Permission { scope: Scope::Read, sentence: "scope-play" },
    Permission { scope: Scope::Write, sentence: "scope-upload" },
    Permission { scope: Scope::Write, sentence: "scope-change" },
    Permission { scope: Scope::Write, sentence: "scope-gate" },
    Permission { scope: Scope::Write, sentence: "scope-hide" },
    Permission { scope: Scope::Write, sentence: "scope-delete" },
    Permission { scope: Scope::Write, sentence: "scope-access" },
    Permission { scope: Scope::Write, sentence: "scope-save" },
];

impl Permission {
    /// Returns what an app with the scope `write`, or only `read`, may do.
    pub(crate) fn of(writes: bool) -> impl Iterator<Item = &'static Self> {
        PERMISSIONS.iter().filter(move |permission| writes || permission.scope == Scope::Read)
    }

    /// Returns whether the app can change something with it.
    pub(crate) fn is_strong(&self) -> bool {
        self.scope == Scope::Write
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::texts::message::Message;

    #[test]
    fn document_has_the_same_permissions() {
        let document: Value = serde_json::from_str(include_str!("../../../../../docs/reference/openapi.json")).unwrap();
        let documented = document["x-permissions"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let documented: Vec<_> = documented.map(|row| (text(&row["scope"]), text(&row["sentence"]))).collect();
        let known =
            PERMISSIONS.map(|known| (known.scope.as_str().to_owned(), Message::new(known.sentence).to_string()));
        assert_eq!(documented, known);
    }
}
