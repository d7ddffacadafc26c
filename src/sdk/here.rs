//! The platform of this build.

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use crate::rim::native::Native as Here;
#[cfg(target_arch = "wasm32")]
pub(crate) use crate::rim::web::Browser as Here;
