//! Profiles of users.

use serde_json::json;

use crate::api::me::Me;
use crate::openapi::bodies::ErrorAnswer;
use crate::openapi::callers::{Caller, by};
use crate::openapi::examples::profile;
use crate::openapi::responses::NO_TOKEN;
use stagepass_server::openapi::{Operation, Schemas};

const NO_PROFILE: (u16, &str) = (404, "`not_found`: there is no such user, or the profile is not public.");

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let mut of = |path, names, description| {
        let user = json!({ "userId": 1, "name": "Ada", "handle": "ada", "verified": false, "data": profile() });
        by(Caller::ProfileReader, Operation::new("Users", "get", path, names))
            .described_as(description)
            .returns::<Me>(schemas, 200, "The user.", user)
            .fails::<ErrorAnswer>(schemas, &[NO_TOKEN, NO_PROFILE])
    };
    vec![
        of(
            "/users/{id}",
            ("getUser", "Get a user by ID"),
            "Returns the profile of a user. It is public if the user has a track that is not delisted. Servers of apps, \
             access servers and the user also read one that is not public.",
        ),
        of(
            "/users/handle/{handle}",
            ("getUserByHandle", "Get a user by handle"),
            "Returns the profile of the user who has this handle now. It is public as at `/users/{id}`.",
        ),
    ]
}
