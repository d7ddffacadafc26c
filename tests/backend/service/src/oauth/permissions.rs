//! What each scope lets an app do: the sentences of the consent page, and the operations of the API behind them. A test
//! compares the table with the operations that the API has. The service's `OpenAPI` document contains it, too.

use serde::Serialize;

use crate::oauth::authorization_request::Scope;

/// A method and a path.
type Operation = (&'static str, &'static str);

/// Something that an app may do.
#[derive(Debug, Serialize)]
pub(crate) struct Permission {
    /// The smallest scope that includes it.
    scope: Scope,
    /// What users read, after "This lets the app:".
    pub(crate) sentence: &'static str,
    operations: &'static [Operation],
}

/// All permissions, in the order of the consent page.
pub(crate) const PERMISSIONS: [Permission; 11] = [
    Permission {
        scope: Scope::Read,
        sentence: "see your profile: name, handle and picture",
        operations: &[("get", "/me"), ("get", "/users/{id}"), ("get", "/users/handle/{handle}")],
    },
    Permission {
        scope: Scope::Read,
        sentence: "see the tracks in your library",
        operations: &[("get", "/users/{id}/library/tracks")],
    },
    Permission {
        scope: Scope::Read,
        sentence: "see your own tracks and uploads, hidden ones too, and how often your tracks are played",
        operations: &[
            ("get", "/users/{id}/tracks"),
            ("get", "/tracks/{id}"),
            ("get", "/tracks/{id}/listens"),
            ("get", "/uploads"),
            ("get", "/uploads/{id}"),
            ("head", "/uploads/{id}"),
        ],
    },
    Permission {
        scope: Scope::Read,
        sentence: "play the tracks that you may hear, tell their access servers who you are, and accept invitations there",
        operations: &[("post", "/tickets")],
    },
    Permission {
        scope: Scope::Write,
        sentence: "upload tracks in your name, and delete uploads that no track uses",
        operations: &[
            ("post", "/uploads"),
            ("patch", "/uploads/{id}"),
            ("post", "/uploads/{id}"),
            ("delete", "/uploads/{id}"),
            ("post", "/tracks"),
        ],
    },
    Permission {
        scope: Scope::Write,
        sentence: "change all your tracks, not only those it added: title, text, genre and artwork",
        operations: &[("patch", "/tracks/{id}"), ("put", "/tracks/{id}/artwork"), ("delete", "/tracks/{id}/artwork")],
    },
    Permission {
        scope: Scope::Write,
        sentence: "gate all your tracks, and make gated ones public for everyone",
        operations: &[("patch", "/tracks/{id}")],
    },
    Permission {
        scope: Scope::Write,
        sentence: "hide all your tracks",
        operations: &[("patch", "/tracks/{id}"), ("delete", "/tracks/{id}")],
    },
    Permission {
        scope: Scope::Write,
        sentence: "delete the tracks that it added, for good",
        operations: &[("delete", "/tracks/{id}")],
    },
    Permission {
        scope: Scope::Write,
        sentence: "decide at access servers who may hear your tracks",
        operations: &[("post", "/tickets")],
    },
    Permission {
        scope: Scope::Write,
        sentence: "add tracks to your library and remove them",
        operations: &[
            ("put", "/users/{id}/library/tracks/{track_id}"),
            ("delete", "/users/{id}/library/tracks/{track_id}"),
        ],
    },
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
