//! `{base}/developer-apps`: the API for the developer pages, authenticated by the session cookie.

pub(crate) mod apps;
mod body;
mod owner;
mod refusal;
