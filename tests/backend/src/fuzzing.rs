//! What reads input from outside, one function for each fuzz target of `tests/fuzz`. Behind the feature `fuzzing`.
//!
//! Each function panics if what it reads breaks a property. An input that is refused is fine.

pub use stagepass_access::fuzz_webhook as webhook;
pub use stagepass_media::fuzzing::{audio, picture};
pub use stagepass_service::fuzzing::{authorize_query, cookies, cursor, tus_headers};
