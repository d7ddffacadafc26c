//! A JSON document as the platform has parsed it: one type on each, so that none is boxed.

/// A parsed document.
#[cfg(not(target_arch = "wasm32"))]
pub type Parsed = crate::document::Json;
/// A parsed document.
#[cfg(all(target_arch = "wasm32", feature = "rust"))]
pub type Parsed = crate::rim::js_document::JsDocument;
/// A parsed document.
#[cfg(all(target_arch = "wasm32", not(feature = "rust")))]
pub type Parsed = crate::rim::values::Values;
