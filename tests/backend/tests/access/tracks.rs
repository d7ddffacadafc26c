//! `/tracks/{track_id}/…`.

mod access;
mod rule;
mod try_rule;
