//! `{base}/tracks`: one file for each method, and one for each address below a track.

pub(crate) mod artwork;
mod body;
pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod listens;
pub(crate) mod refusal;
pub(crate) mod response;
pub(crate) mod show;
pub(crate) mod sites;
pub(crate) mod stream;
pub(crate) mod track_visibility;
pub(crate) mod update;
