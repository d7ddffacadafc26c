//! Tracks: uploaded, gated, played.

mod denials;
mod formats;
pub(crate) mod listening;
mod own_tracks;
mod owner;
mod uploads;
