//! `{base}/nodes/…`: the API for nodes on other machines. Each request is signed with the node's key. The operator
//! configures the addresses of these keys. Without any, the routes do not exist.
//!
//! | module | contents |
//! |---|---|
//! | `contents` | which tracks a content has, and who may sign for them |
//! | `audio` | the bytes of a content |
//! | `listens` | reports of listens |
//! | `signature`, `known_nodes` | authentication of the node |
//! | `refusal` | error responses |

pub(crate) mod audio;
pub(crate) mod contents;
pub(crate) mod known_nodes;
pub(crate) mod listens;
mod refusal;
mod signature;
