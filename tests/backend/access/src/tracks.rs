//! `/tracks/{trackId}/…`: access to a track, its rule, and simulations.

pub(crate) mod access;
pub(crate) mod rule;
pub(crate) mod rule_store;
pub(crate) mod simulation;
pub(crate) mod track_id;
