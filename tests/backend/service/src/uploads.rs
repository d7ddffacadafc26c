//! `{base}/uploads`: resumable uploads of audio. The tus protocol 1.0.0, with its core and the extensions `creation`,
//! `creation-with-upload`, `expiration` and `termination`. Storing uploads is in [`stagepass_media::uploads`].
//!
//! | module | contents |
//! |---|---|
//! | `append`, `show`, `terminate`, `list`, `overridden` | the methods of an upload, and the list |
//! | `create` | starting an upload |
//! | `headers` | the headers of tus |
//! | `upload_locks` | one request of an upload at a time |
//! | `receive` | the bytes of a request, and completing the upload |
//! | `upload_body`, `upload_pipeline`, `draft_writer`, `names` | reading bytes, and writing them to the disk |
//! | `sweep` | completing or deleting unfinished uploads |
//! | `state`, `find` | shared state and lookups |
//! | `response`, `refusal` | responses |

pub(crate) mod append;
pub(crate) mod create;
mod draft_writer;
mod find;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
pub(crate) mod headers;
pub(crate) mod list;
pub(crate) mod overridden;
mod receive;
mod refusal;
pub(crate) mod response;
mod running_cids;
pub(crate) mod show;
pub(crate) mod state;
pub(crate) mod sweep;
pub(crate) mod terminate;
mod upload_body;
mod upload_locks;
mod upload_pipeline;
