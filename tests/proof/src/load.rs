//! Many clients of the service, and what they know: each records the responses that it got, and checks that the service
//! keeps them.
//!
//! It shares no code with the service, so that a mistake there is not repeated here.
//!
//! | module | what |
//! |---|---|
//! | [`http`] | an HTTP client with one connection |
//! | [`client`], [`failure`] | what browsers and apps ask of the service, and how that fails |
//! | [`workers`] | clients that work while the service is killed and started again |
//! | [`account`] | one of them, which signs in, refreshes and revokes |
//! | [`uploader`], [`tus`], [`audio_file`], [`upload_list`] | one that uploads |
//! | [`service_load`] | as many requests as a server takes |
//! | [`streams`] | hundreds who listen at once |

pub(crate) mod account;
pub(crate) mod audio_file;
pub(crate) mod client;
pub(crate) mod counts;
mod failure;
pub(crate) mod http;
pub(crate) mod random;
pub(crate) mod service_load;
pub(crate) mod streams;
pub(crate) mod tus;
pub(crate) mod upload_list;
pub(crate) mod uploader;
pub(crate) mod workers;
