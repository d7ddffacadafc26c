//! Support for tests in real browsers, by WebDriver: the app's built pages, the real service, and a user who clicks.
//!
//! | where | what |
//! |---|---|
//! | [`browser`], [`engine`] | which browser and which engine of the core the tests use |
//! | [`driver`] | starts a browser with its WebDriver server, and ends both |
//! | [`pool`] | browsers that tests share, and how they are reset |
//! | [`site`], [`setting`] | all servers of a test, and its options |
//! | [`pages`] | the app's pages |
//! | [`server`], [`fault_proxy`], [`clock`] | a server that can go down; a proxy that records requests and injects faults; the service's time |
//! | [`slow_network`] | adds latency and limits the bandwidth between the browser and the servers |
//! | [`owner`] | an owner of tracks |
//! | [`foreign_server`] | another site's server, which records what it receives |
//! | [`visitor`] | the user: clicks, types, signs in and approves |
//! | [`sound`] | audio files |
//!
//! Environment, each with a default:
//!
//! | variable | what |
//! |---|---|
//! | `STAGEPASS_BROWSER` | `chromium` (default), `firefox`, `webkit` |
//! | `STAGEPASS_ENGINE` | `wasm` (default), `js` |
//! | `CHROMEDRIVER`, `GECKODRIVER`, `WEBKITDRIVER` | paths of the drivers; by default they are found on `PATH` |
//! | `STAGEPASS_LOGINS` | how many logins and logouts one page makes, by default 5 |
//! | `STAGEPASS_WWW_DIST` | the folder of the built demo, by default `www/dist` |
//! | `STAGEPASS_EXAMPLE_APP` | the folder of a built example app, by default `target/examples/pages/yew` |
//!
//! WebKit needs a display: without a screen, run `xvfb-run -a cargo test …`. App and service are two sites, as in
//! production: `localhost` and `127.0.0.1`.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "test support: a test stops if its setup fails"
)]

mod auto_consent;
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
pub mod server;
pub mod setting;
pub mod site;
pub mod slow_network;
pub mod sound;
pub mod visit;
pub mod visitor;
