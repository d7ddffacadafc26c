//! Pictures and health checks.

use stagepass_server::openapi::{Operation, Schemas, liveness, readiness, this_document};

pub(super) fn operations(_: &mut Schemas) -> Vec<Operation> {
    vec![
        Operation::new(
            "Users",
            "get",
            "/pictures/{picture_id}/{size}",
            ("getPicture", "Get a profile picture or artwork"),
        )
        .described_as("Public. The bytes at an address never change.")
        .returns_type("image/*", 200, "The picture: JPEG or PNG.")
        .returns_empty(404, "There is no such picture."),
        liveness(),
        readiness(&[
            ("database", "Whether the database can be used."),
            (
                "media",
                "Whether the folder or the bucket with the audio can be used. A bucket is not required for readiness.",
            ),
            ("uploads", "Whether there is space for uploads. Not required for readiness."),
        ]),
        this_document(),
    ]
}
