//! The border between the core and its platform, with documents that `serde_json` parses.

use stagepass_core::document::Json;
use stagepass_core::effect;

/// The outcome of an effect.
pub type Outcome = effect::Outcome<Json>;
/// The service's response.
pub type Answer = effect::Answer<Json>;
/// A received message.
pub type Message = effect::Message<Json>;
