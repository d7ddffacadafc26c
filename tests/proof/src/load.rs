//! Many clients of the service, and what they know: each records the responses that it got, and checks that the service
//! keeps them.
//!
//! It shares no code with the service, so that a mistake there is not repeated here.
//!
//! | module | what |
//! |---|---|
//! | [`http`] | a connection, lean enough not to be what limits a measurement |
//! | [`client`] | what browsers and apps ask of the service |
//! | [`family`] | one approval and its tokens, as its client knows them |
//! | [`population`] | many clients at work, until the service is killed under them; then their checks |
//! | [`replicas`] | refreshes over two services with one database |
//! | [`logins`] | logins, and tokens for other modules |
//! | [`service_load`] | as many requests as a server takes |
//! | [`proofs`] | DPoP proofs of such requests |
//! | [`limits`] | clients that send too many requests, nothing, or too much, and others beside them |
//! | [`tus`] | an upload's requests, over connections that break |
//! | [`uploads`] | many who upload until the service is killed under them; then their checks |
//! | [`transfer`] | one upload, timed |
//! | [`streams`] | hundreds who listen at once |
//! | [`counts`] | what was seen |
//! | [`program`] | the subcommand `load`, which a benchmark starts so that its clients have a process of their own |

pub(crate) mod client;
pub(crate) mod counts;
pub(crate) mod family;
pub(crate) mod http;
pub(crate) mod limits;
pub(crate) mod logins;
pub(crate) mod population;
mod program;
pub(crate) mod proofs;
pub(crate) mod random;
pub(crate) mod replicas;
pub(crate) mod service_load;
mod step_error;
pub(crate) mod streams;
pub(crate) mod transfer;
pub(crate) mod tus;
pub(crate) mod uploads;
mod worker;

pub(crate) use program::{Load, load};
