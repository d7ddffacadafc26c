//! Clients of the service in great numbers, and what they know: each notes what it was answered, and holds the service to it.
//!
//! It shares nothing with the service but the wire: a mistake made there is not made here as well.
//!
//! | where | what |
//! |---|---|
//! | [`http`] | a connection, lean enough not to be what limits a measurement |
//! | [`client`] | what browsers and apps ask of the service |
//! | [`family`] | one approval and its tokens, as its client knows them |
//! | [`population`] | many clients at work, until the service is killed under them; then their checks |
//! | [`replicas`] | refreshes over two services with one database |
//! | [`logins`] | tokens for whoever goes on with them |
//! | [`service_load`] | as many requests as a server takes |
//! | [`limits`] | those who ask too often, say nothing, or too much; and others beside them |
//! | [`tus`] | an upload's requests, over lines that break |
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
