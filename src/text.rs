//! Text as Stagepass cuts it, encodes it and writes it down: a few bytes of wasm each.

pub mod cut;
pub mod percent;
pub mod record;
