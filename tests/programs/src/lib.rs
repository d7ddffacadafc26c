//! The programs that builds, tests and measurements run: where they are, how they are installed, started and ended.
//!
//! | where | what |
//! |---|---|
//! | [`checkout`] | the folders of this checkout; cargo, node and npm in it |
//! | [`process`] | programs that run to their end, or beside this one until it ends |
//! | [`tools`] | what a fresh machine lacks, installed if that can be done |
//! | [`postgres`] | a PostgreSQL cluster of our own |
//! | [`browser`], [`display`], [`test_runner`] | browsers, a screen for them, and wasm-bindgen's runner of tests |
//! | [`core_build`] | the build of the core
//! | [`interop`] | the environment of other people's libraries |

pub mod browser;
pub mod checkout;
pub mod core_build;
pub mod display;
pub mod interop;
pub mod postgres;
pub mod process;
pub mod test_runner;
pub mod tools;
