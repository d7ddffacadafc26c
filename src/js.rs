//! The exports of the npm package's core. `pkg-template/src/glue.d.ts` describes them. The feature `js` builds it for
//! browsers, the feature `host` for phones.
//!
//! Each starts a call, which runs synchronously up to its first wait, and returns its promise. `config` is the app's
//! object or, as a text, the `client` of a login that `handleRedirect` has finished. `options` are those of the app and
//! of the facade.

#[cfg(all(target_arch = "wasm32", feature = "js"))]
mod browser;
#[cfg(target_arch = "wasm32")]
mod call;
#[cfg(target_arch = "wasm32")]
mod exports;
#[cfg(target_arch = "wasm32")]
mod input;
#[cfg(all(target_arch = "wasm32", feature = "js", feature = "openid"))]
mod openid;
#[cfg(target_arch = "wasm32")]
mod output;
#[cfg(all(target_arch = "wasm32", not(feature = "js")))]
mod phone;
// Natively, its test writes the TypeScript.
mod types;
