// The crate's page: for the developer of an app. Each file has examples that compile on the targets that show it.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(any(target_arch = "wasm32", feature = "native"), doc = include_str!("README.md"))]
#![cfg_attr(target_arch = "wasm32", doc = include_str!("guide/browser.md"))]
#![cfg_attr(all(target_arch = "wasm32", feature = "dpop"), doc = include_str!("guide/browser-dpop.md"))]
#![cfg_attr(all(not(target_arch = "wasm32"), feature = "native"), doc = include_str!("guide/native.md"))]
#![cfg_attr(any(target_arch = "wasm32", feature = "native"), doc = include_str!("guide/common.md"))]
#![cfg_attr(
    all(feature = "openid", any(target_arch = "wasm32", feature = "native")),
    doc = include_str!("guide/openid.md")
)]
#![cfg_attr(
    not(any(target_arch = "wasm32", feature = "native")),
    doc = "Stagepass for Rust. Outside of a browser, `Client` needs the feature `native`."
)]

// Stagepass: sign users in with their music account, from a web, mobile or native app.
//
// OAuth 2.0 authorization code with PKCE, as pure and synchronous machines. A machine returns the next
// `effect::Effect` and is resumed with its `effect::Outcome`. The rim performs effects and decides nothing: `rim::web`
// in a browser, `rim::host` on a phone, `rim::native` in a native app. The npm package calls the machines by `js`, an
// app in Rust by `sdk`. Both drive them by `rim::drive`.
//
// From npm, a login begins in `pkg-template/src/client/login.ts` and `browser/platform.ts`. They load the core
// (`load.ts`) and call `js/exports.rs`. `js/call.rs` makes a call of it, which `rim/drive.rs` drives. The callback page
// of a popup is `pkg-template/src/browser/callback.ts`.
//
// The machines are the crate `stagepass-core`, in `core/`. It cannot name a platform. `core/client.rs` follows a login
// from start to end. Its way, by files of `core/`:
//
// | step | file |
// |---|---|
// | the app's configuration is checked | `config.rs`, `redirect_uri.rs` |
// | a verifier and its challenge are made, and the URL of the service | `pkce.rs`, `authorize.rs` |
// | the popup opens or the page leaves; the login is stored | `client/login.rs`, `transaction.rs` |
// | a popup counts as closed by its user | `popup_watch.rs` |
// | the response comes back, from the popup to its opener | `client/handle_redirect.rs`, `callback.rs`, `handoff.rs` |
// | its code is exchanged, once | `code_exchange.rs`, `token.rs`, `dpop.rs` |
// | the session is stored, and refreshed for calls | `session.rs`, `refresh.rs`, `client/access_token.rs` |
// | the user signs out | `client/logout.rs` |
//
// A client of another OAuth 2.0 or OpenID provider has `core/openid.rs` besides: discovery, ID tokens, sign-out. In
// Rust it is `sdk/openid.rs`.

// The API for Rust apps.
#[cfg(feature = "rust")]
mod error;
#[cfg(feature = "rust")]
mod sdk;
#[cfg(feature = "rust")]
pub use sdk::*;

// The exports of the npm package's core.
#[cfg(any(all(target_arch = "wasm32", feature = "host"), all(test, not(target_arch = "wasm32"))))]
mod js;

// The rim: a browser, a phone or a native app.
#[cfg(any(feature = "rust", feature = "host"))]
mod rim;
#[cfg(any(feature = "rust", feature = "host"))]
mod shared; // `Rc` in a browser, `Arc` natively
