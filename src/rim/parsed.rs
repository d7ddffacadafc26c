//! JSON, as the platform of this build parses it.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use stagepass_core::document::Json as Parsed;
use stagepass_core::effect;

#[cfg(target_arch = "wasm32")]
pub(crate) use crate::rim::js_document::JsDocument as Parsed;

/// The outcome of an effect.
pub(crate) type Outcome = effect::Outcome<Parsed>;
