//! What each scope lets an app do: the sentences of the consent page. The service's `OpenAPI` document has them in
//! `x-permissions`, with the operations behind each. A test compares those with the operations that the API has.

use crate::oauth::authorization_request::Scope;

/// Something that an app may do.
#[derive(Debug)]
pub(crate) struct Permission {
    /// The smallest scope that includes it.
    scope: Scope,
    /// What users read, after "This lets the app:".
    pub(crate) sentence: &'static str,
}

/// All permissions, in the order of the consent page.
const PERMISSIONS: [Permission; 11] = [
    Permission { scope: Scope::Read, sentence: "see your profile: name, handle and picture" },
    Permission { scope: Scope::Read, sentence: "see the tracks in your library" },
    Permission {
        scope: Scope::Read,
        sentence: "see your own tracks and uploads, hidden ones too, and how often your tracks are played",
    },
    Permission {
        scope: Scope::Read,
        sentence: "play the tracks that you may hear, tell their access servers who you are, and accept invitations there",
    },
    Permission { scope: Scope::Write, sentence: "upload tracks in your name, and delete uploads that no track uses" },
    Permission {
        scope: Scope::Write,
        sentence: "change all your tracks, not only those it added: title, text, genre and artwork",
    },
    Permission { scope: Scope::Write, sentence: "gate all your tracks, and make gated ones public for everyone" },
    Permission { scope: Scope::Write, sentence: "hide all your tracks" },
    Permission { scope: Scope::Write, sentence: "delete the tracks that it added, for good" },
    Permission { scope: Scope::Write, sentence: "decide at access servers who may hear your tracks" },
    Permission { scope: Scope::Write, sentence: "add tracks to your library and remove them" },
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

    #[test]
    fn document_has_the_same_permissions() {
        let document: Value = serde_json::from_str(include_str!("../../../../../docs/reference/openapi.json")).unwrap();
        let documented = document["x-permissions"].as_array().unwrap().iter();
        let documented: Vec<_> = documented.map(|row| (row["scope"].as_str(), row["sentence"].as_str())).collect();
        let known = PERMISSIONS.each_ref().map(|known| (Some(known.scope.as_str()), Some(known.sentence)));
        assert_eq!(documented, known);
    }
}
