//! `{base}/uploads`: audio, in as many pieces as it takes. The tus protocol 1.0.0: its core and the extensions `creation`, `creation-with-upload`,
//! `expiration`, `checksum` and `termination`. What becomes of uploads is in [`stagepass_media::uploads`].
//!
//! | where | what |
//! |---|---|
//! | here | the methods of an upload, and the list |
//! | `create` | how one begins |
//! | `header_names`, `headers`, `metadata`, `checksum` | what tus says in headers |
//! | `upload_locks` | one request of an upload at a time |
//! | `receive` | a request's bytes, and what comes after the last |
//! | `upload_body`, `upload_pipeline`, `draft_writer`, `names` | how they come, and go to the disk |
//! | `sweep` | what is done about those that are not finished |
//! | `state`, `find` | what all of them need |
//! | `response`, `refusal` | the answers |

pub(crate) mod append;
pub(crate) mod create;
mod draft_writer;
mod find;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
pub(crate) mod headers;
pub(crate) mod list;
mod names;
pub(crate) mod overridden;
mod receive;
mod refusal;
pub(crate) mod response;
pub(crate) mod show;
pub(crate) mod state;
pub(crate) mod sweep;
pub(crate) mod terminate;
mod upload_body;
mod upload_locks;
mod upload_pipeline;
