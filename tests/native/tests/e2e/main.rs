//! Whole sign-ins by a person's clicks, in a real browser: the demo as built, the service's real pages.
//!
//! They need Chromium and chromedriver (`CHROMEDRIVER`, or on `PATH`) and the built demo (`STAGEPASS_WWW_DIST`, by default
//! `www/dist`). App and service are two sites, `localhost` and `127.0.0.1`, as they would be anywhere else.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod chromedriver;
mod counter;
mod demo;
mod site;
mod sound;
mod visitor;

mod full_page;
mod hand_over;
mod listening;
mod popup;
mod popup_closed;
mod registration;
mod session;
