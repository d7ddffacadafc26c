//! Whole sign-ins by a person's clicks, in a real browser: pages as they are built, the service's real pages. For tests that drive a browser.
//!
//! | where | what |
//! |---|---|
//! | [`browser`], [`engine`] | which browser, and which engine of the core, the stories are told in |
//! | [`driver`] | the program by which a browser is driven, and the one that sees to it that neither stays behind |
//! | [`pool`] | browsers that stories share, and what becomes of what a story leaves behind |
//! | [`site`], [`setting`] | all servers of a story, and how they may differ |
//! | [`pages`] | the app's pages |
//! | [`server`], [`fault_proxy`], [`clock`] | a server that can go down; what stands in front of one, counts, and faults; the service's time |
//! | [`owner`], [`provider`], [`site_tokens`] | an owner of tracks, a payment provider, the app's own server |
//! | [`foreign_server`] | a server that has nothing to do with it |
//! | [`visitor`] | a person in front of the browser |
//! | [`sound`] | something to hear |
//!
//! Environment, each with a default:
//!
//! | variable | what |
//! |---|---|
//! | `STAGEPASS_BROWSER` | `chromium` (default), `firefox`, `webkit` |
//! | `STAGEPASS_ENGINE` | `wasm` (default), `js` |
//! | `CHROMEDRIVER`, `GECKODRIVER`, `WEBKITDRIVER` | paths of the drivers; otherwise they are looked for on `PATH` |
//! | `STAGEPASS_LOGINS` | how many logins and logouts one page has to live through, by default 5 |
//! | `STAGEPASS_WWW_DIST` | the folder of the built demo, by default `www/dist` |
//!
//! WebKit needs a display: without a screen, `xvfb-run -a cargo test …`. App and service are two sites, `localhost` and `127.0.0.1`, as they would be
//! anywhere else.

#![expect(clippy::unwrap_used, reason = "test support: what can't be set up must stop the test, loudly")]

pub(crate) mod auto_consent;
pub mod browser;
mod browser_reset;
pub mod clock;
pub mod driver;
pub mod engine;
pub mod fault_proxy;
pub mod foreign_server;
pub mod owner;
pub mod pages;
pub mod pool;
pub mod provider;
pub mod server;
pub mod setting;
pub mod site;
pub mod site_tokens;
pub mod sound;
pub mod visit;
pub mod visitor;
