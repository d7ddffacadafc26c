//! The browsers that tests are run in, and the engines of the core.

use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A browser that a driver can be had for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Browser {
    /// Chromium, by chromedriver
    Chromium,
    /// Firefox, by geckodriver
    Firefox,
    /// WebKitGTK, by `WebKitWebDriver`
    Webkit,
}

impl Browser {
    /// Its name in the environment and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::Webkit => "webkit",
        }
    }

    /// The environment's variable that names its driver's file.
    pub fn driver_variable(self) -> &'static str {
        match self {
            Self::Chromium => "CHROMEDRIVER",
            Self::Firefox => "GECKODRIVER",
            Self::Webkit => "WEBKITDRIVER",
        }
    }

    /// Its driver's program.
    pub fn driver_program(self) -> &'static str {
        match self {
            Self::Chromium => "chromedriver",
            Self::Firefox => "geckodriver",
            Self::Webkit => "WebKitWebDriver",
        }
    }
}

impl fmt::Display for Browser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The engine of the core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Engine {
    /// `core.wasm`
    Wasm,
    /// `core.js`, its JavaScript twin
    Js,
}

impl Engine {
    /// Its name in the environment and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wasm => "wasm",
            Self::Js => "js",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
