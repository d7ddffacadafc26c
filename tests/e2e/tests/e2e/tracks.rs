//! Tracks: brought, gated, played, and left half-way.

mod denials;
mod formats;
mod gates;
pub(crate) mod listening;
mod own_tracks;
mod owner;
mod unfinished;
mod uploads;
