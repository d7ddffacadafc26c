//! The programs that builds, tests and benchmarks run: where they are, how to install, start and stop them.
//!
//! | where | what |
//! |---|---|
//! | [`checkout`] | the folders of this checkout; cargo, node and npm in it |
//! | [`process`] | programs that run to their end, and services that run until they are stopped |
//! | [`tools`] | installs what is missing, if it can |
//! | [`binaries`], [`core_build`], [`example_apps`] | builds the workspace's own programs, the core, and the apps in `examples` |
//! | [`backend`] | the command line of the reference backend |
//! | [`postgres`] | a PostgreSQL cluster in a temporary folder |
//! | [`browser`], [`display`], [`test_runner`] | browsers, a virtual screen, and wasm-bindgen's test runner |
//! | [`fuzz_seeds`] | the seeds of the fuzz targets |
//! | [`seed`] | the seed of random choices in tests |
//! | [`interop`] | the environment of other implementations |

pub mod backend;
pub mod binaries;
pub mod browser;
pub mod checkout;
pub mod core_build;
pub mod display;
pub mod example_apps;
pub mod fuzz_seeds;
pub mod interop;
pub mod postgres;
pub mod process;
pub mod seed;
pub mod test_runner;
pub mod tools;
