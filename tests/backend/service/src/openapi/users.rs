//! Profiles of users.

use serde_json::json;

use crate::api::users::UserProfile;
use crate::openapi::bodies::{Data, ErrorAnswer};
use crate::openapi::callers::{Caller, by};
use crate::openapi::responses::{NO_TOKEN, NO_USER, OF_USER};
use stagepass_server::openapi::{Operation, Schemas};

pub(super) fn operations(schemas: &mut Schemas) -> Vec<Operation> {
    let mut of = |path, names, description| {
        let user = json!({ "data": { "user_id": 1, "handle": "ada", "name": "Ada", "is_verified": false } });
        by(Caller::Server, Operation::new("Users", "get", path, names))
            .described_as(description)
            .returns::<Data<UserProfile>>(schemas, 200, "The user.", user)
            .fails::<ErrorAnswer>(schemas, &[NO_TOKEN, OF_USER, NO_USER])
    };
    vec![
        of(
            "/users/{id}",
            ("getUser", "Get a user by ID"),
            "Returns the public profile of a user, for servers of apps.",
        ),
        of(
            "/users/handle/{handle}",
            ("getUserByHandle", "Get a user by handle"),
            "Returns the public profile of the user who has this handle now.",
        ),
    ]
}
