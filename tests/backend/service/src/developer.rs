//! `{base}/developer-apps`: what the pages for developers ask, by the cookie of who is signed in.

pub(crate) mod apps;
mod body;
mod owner;
mod refusal;
