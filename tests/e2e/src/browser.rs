//! The browser that the tests run in.

use std::env;
use std::ffi::OsString;

use serde_json::{Value, json};
use thirtyfour::common::capabilities::firefox::FirefoxPreferences;
use thirtyfour::common::log::LoggingPrefsLogLevel;
use thirtyfour::prelude::*;

use super::engine::WebAssembly;

/// A browser with a WebDriver server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Browser {
    /// Chromium, without a window.
    Chromium,
    /// Firefox, without a window.
    Firefox,
    /// WebKitGTK's `MiniBrowser`. It has windows, so it needs a display.
    WebKit,
}

impl Browser {
    /// Returns the browser that `STAGEPASS_BROWSER` names.
    pub fn from_environment() -> Self {
        match env::var("STAGEPASS_BROWSER").as_deref() {
            Err(_) | Ok("" | "chromium") => Self::Chromium,
            Ok("firefox") => Self::Firefox,
            Ok("webkit") => Self::WebKit,
            Ok(other) => panic!("STAGEPASS_BROWSER is {other:?}: it should be chromium, firefox or webkit"),
        }
    }

    /// Returns its WebDriver server's program.
    pub fn driver(self) -> OsString {
        let (variable, program) = match self {
            Self::Chromium => ("CHROMEDRIVER", "chromedriver"),
            Self::Firefox => ("GECKODRIVER", "geckodriver"),
            Self::WebKit => ("WEBKITDRIVER", "WebKitWebDriver"),
        };
        env::var_os(variable).filter(|path| !path.is_empty()).unwrap_or_else(|| program.into())
    }

    /// Returns the arguments of its driver, without the port.
    pub fn driver_arguments(self) -> &'static [&'static str] {
        match self {
            // The reset deletes data from the browser's own context. Needs geckodriver 0.36.
            Self::Firefox => &["--allow-system-access"],
            Self::Chromium | Self::WebKit => &[],
        }
    }

    /// Returns the capabilities of a browser with a popup blocker, which the drivers of Chromium and Firefox disable by
    /// default.
    ///
    /// `denies_storage_to` is an origin without localStorage. Chromium also blocks its cookies, and throws on access.
    /// The others keep cookies, and localStorage is null for every origin.
    pub fn capabilities(self, build: Build, denies_storage_to: Option<&str>) -> Capabilities {
        let capabilities = match self {
            Self::Chromium => chromium(build, denies_storage_to),
            Self::Firefox => firefox(denies_storage_to.is_some()),
            Self::WebKit => webkit(denies_storage_to.is_some()),
        };
        capabilities.expect("what is asked of a browser is JSON")
    }
}

/// The build of Chromium. Other browsers have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    /// `chromium-headless-shell`, if `STAGEPASS_HEADLESS_SHELL` names its program: the same engine without the browser
    /// around it, which takes half as much processor time.
    Shell,
    /// The whole browser, without a window.
    Whole,
}

fn chromium(build: Build, denies_storage_to: Option<&str>) -> WebDriverResult<Capabilities> {
    let mut chromium = DesiredCapabilities::chrome();
    let shell = env::var("STAGEPASS_HEADLESS_SHELL").ok().filter(|path| build == Build::Shell && !path.is_empty());
    match shell {
        Some(shell) => chromium.set_binary(&shell)?,
        None => chromium.add_arg("--headless=new")?,
    }
    for argument in [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ] {
        chromium.add_arg(argument)?;
    }
    chromium.set_browser_option("excludeSwitches", json!(["disable-popup-blocking"]))?;
    // Only Chromium's driver reports the console.
    chromium.set_logging_prefs("browser", LoggingPrefsLogLevel::Severe)?;
    if let Some(origin) = denies_storage_to {
        let blocked = json!({ format!("{origin},*"): { "setting": 2 } });
        let preferences = json!({ "profile.content_settings.exceptions.cookies": blocked });
        chromium.set_browser_option("prefs", preferences)?;
    }
    Ok(chromium.into())
}

fn firefox(denies_storage: bool) -> WebDriverResult<Capabilities> {
    let mut preferences = FirefoxPreferences::new();
    preferences.set("dom.disable_open_during_load", true)?;
    preferences.set("dom.storage.enabled", !denies_storage)?;
    let mut firefox = DesiredCapabilities::firefox();
    firefox.add_arg("-headless")?;
    firefox.set_preferences(preferences)?;
    Ok(firefox.into())
}

fn webkit(denies_storage: bool) -> WebDriverResult<Capabilities> {
    // Without one, the driver would wait for a minute and fail without a reason.
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    assert!(has_display, "WebKit needs a display: run this under `xvfb-run -a`");
    let mut webkit = Capabilities::new();
    if denies_storage {
        let arguments = ["--automation", "--enable-html5-local-storage=false"];
        webkit.set("webkitgtk:browserOptions", json!({ "args": arguments }))?;
    }
    Ok(webkit)
}

/// How the browser starts.
impl Browser {
    /// Disables WebAssembly in these capabilities. For WebKit, its driver's [environment](Browser::environment) does
    /// that.
    pub fn take_webassembly_away(self, capabilities: &mut Capabilities) {
        match self {
            Self::Chromium => {
                let arguments = options(capabilities, "goog:chromeOptions", "args").and_then(Value::as_array_mut);
                arguments.expect("it is given some").push(json!("--js-flags=--jitless"));
            }
            Self::Firefox => {
                let preferences = options(capabilities, "moz:firefoxOptions", "prefs").and_then(Value::as_object_mut);
                preferences.expect("it is given some").insert("javascript.options.wasm".to_owned(), json!(false));
            }
            Self::WebKit => {}
        }
    }

    /// Has these capabilities open private windows.
    pub fn open_private_windows(self, capabilities: &mut Capabilities) {
        let (browser, argument) = match self {
            Self::Chromium => ("goog:chromeOptions", "--incognito"),
            Self::Firefox => ("moz:firefoxOptions", "-private"),
            Self::WebKit => return,
        };
        let arguments = options(capabilities, browser, "args").and_then(Value::as_array_mut);
        arguments.expect("it is given some").push(json!(argument));
    }

    /// Returns the variables to add to its driver's environment.
    pub fn environment(self, webassembly: WebAssembly) -> Vec<(&'static str, &'static str)> {
        // Without a graphics card, WebKit's software rendering on the GPU path is slow and sometimes crashes.
        let no_card = ("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1");
        match (self, webassembly) {
            (Self::WebKit, WebAssembly::Missing) => vec![no_card, ("JSC_useWasm", "0")],
            (Self::WebKit, _) => vec![no_card],
            (Self::Chromium | Self::Firefox, _) => vec![],
        }
    }
}

/// Returns the browser's options of this name.
fn options<'a>(capabilities: &'a mut Capabilities, browser: &str, name: &str) -> Option<&'a mut Value> {
    capabilities.get_mut(browser)?.get_mut(name)
}
