//! `/tracks/{trackId}/…`: access to a track, its rule, and simulations.

pub(crate) mod access;
pub(crate) mod rule;
pub(crate) mod rule_store;
pub(crate) mod track_id;
pub(crate) mod try_rule;
