//! All parameters in paths.

use stagepass_server::openapi::PathParameter;

pub(super) const PATH_PARAMETERS: &[PathParameter] = &[
    PathParameter::new("stream/{track_id}", "integer", "The ID of the track.", "7"),
    PathParameter::new("tracks/{track_id}", "integer", "The ID of the track.", "7"),
    PathParameter::new(
        "groups/{id}",
        "string",
        "The ID of the group: 1 to 63 characters out of `a-z`, `0-9` and `-`.",
        "friends",
    ),
    PathParameter::new("members/{user}", "string", "The ID of a user, or a handle like `@ada`.", "@ada"),
    PathParameter::new(
        "products/{id}",
        "string",
        "The ID of the product: 1 to 63 characters out of `a-z`, `0-9` and `-`.",
        "album",
    ),
    PathParameter::new("webhooks/{id}", "string", "The ID of the webhook.", "6f1c0d9b7a3e4c5f8d2b1a0e9f8c7d6b"),
    PathParameter::new("sites/{id}", "string", "The ID of the site key.", "radio"),
];
