//! `/tracks/{trackId}/…`: who may hear a track, its rule, and what the rule would say to others.

pub(crate) mod access;
pub(crate) mod rule;
pub(crate) mod rule_store;
pub(crate) mod simulation;
pub(crate) mod track_id;
