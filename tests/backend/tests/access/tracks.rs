//! `/tracks/{trackId}/…`: a track's rule, and what it would say to others.

mod rule;
mod simulation;
