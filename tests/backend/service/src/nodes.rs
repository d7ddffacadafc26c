//! `{base}/nodes/…`: what nodes on other machines ask. Each question is signed with a node's key; the operator has told the service the addresses of those
//! keys, and without any there are no such routes.
//!
//! | where | what |
//! |---|---|
//! | `contents` | which tracks a content has, and who may sign for them |
//! | `audio` | its bytes |
//! | `listens` | that it was heard |
//! | `signature`, `known_nodes` | which node asks |
//! | `refusal` | the answers that say no |

pub(crate) mod audio;
pub(crate) mod contents;
pub(crate) mod known_nodes;
pub(crate) mod listens;
mod refusal;
mod signature;
