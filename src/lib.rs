// The crate's page: for the developer of an app. Each file has examples that compile on the targets that show it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(any(target_arch = "wasm32", feature = "native"), doc = include_str!("README.md"))]
#![cfg_attr(target_arch = "wasm32", doc = include_str!("guide/browser.md"))]
#![cfg_attr(all(target_arch = "wasm32", feature = "dpop"), doc = include_str!("guide/browser-dpop.md"))]
#![cfg_attr(all(not(target_arch = "wasm32"), feature = "native"), doc = include_str!("guide/native.md"))]
#![cfg_attr(any(target_arch = "wasm32", feature = "native"), doc = include_str!("guide/common.md"))]
#![cfg_attr(
    not(any(target_arch = "wasm32", feature = "native")),
    doc = "Stagepass for Rust. Outside of a browser, `Client` needs the feature `native`."
)]

// Stagepass: sign users in with their music account, from a web, mobile or native app.
//
// OAuth 2.0 authorization code with PKCE, as pure and synchronous machines. A machine returns the next
// `effect::Effect` and is resumed with its `effect::Outcome`. The rim performs effects and decides nothing: TypeScript
// in the npm package, `rim::web` and `rim::native` in Rust apps. The npm package calls the machines by `rim::exports`,
// an app in Rust by `sdk`.
//
// The machines are the crate `stagepass-core`, which cannot name a platform. `core/lib.rs` is its map, and
// `core/client.rs` follows a login from start to end.

// The API for Rust apps.
#[cfg(feature = "rust")]
mod error;
#[cfg(feature = "rust")]
mod sdk;
#[cfg(feature = "rust")]
mod shared; // `Rc` in a browser, `Arc` natively
#[cfg(feature = "rust")]
pub use sdk::*;

// The rim.
#[cfg(any(target_arch = "wasm32", feature = "native"))]
mod rim;
