//! Which browser the stories are told in.

use std::env;
use std::ffi::OsString;

use serde_json::{Value, json};
use thirtyfour::common::capabilities::firefox::FirefoxPreferences;
use thirtyfour::common::log::LoggingPrefsLogLevel;
use thirtyfour::prelude::*;

use super::engine::WebAssembly;

/// A browser that can be driven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Browser {
    /// Chromium, without a window.
    Chromium,
    /// Firefox, without a window.
    Firefox,
    /// WebKitGTK's own small browser. It has windows, so it needs a display.
    WebKit,
}

impl Browser {
    /// The one that `STAGEPASS_BROWSER` names.
    pub fn from_environment() -> Self {
        match env::var("STAGEPASS_BROWSER").as_deref() {
            Err(_) | Ok("" | "chromium") => Self::Chromium,
            Ok("firefox") => Self::Firefox,
            Ok("webkit") => Self::WebKit,
            Ok(other) => panic!("STAGEPASS_BROWSER is {other:?}: it should be chromium, firefox or webkit"),
        }
    }

    /// The program by which it is driven.
    pub fn driver(self) -> OsString {
        let (variable, program) = match self {
            Self::Chromium => ("CHROMEDRIVER", "chromedriver"),
            Self::Firefox => ("GECKODRIVER", "geckodriver"),
            Self::WebKit => ("WEBKITDRIVER", "WebKitWebDriver"),
        };
        env::var_os(variable).filter(|path| !path.is_empty()).unwrap_or_else(|| program.into())
    }

    /// What its driver is started with, beside a port.
    pub fn driver_arguments(self) -> &'static [&'static str] {
        match self {
            // What a story has left behind is deleted from the browser's own side. From geckodriver 0.36 on.
            Self::Firefox => &["--allow-system-access"],
            Self::Chromium | Self::WebKit => &[],
        }
    }

    /// What its driver is asked for: a browser as people have it, popup blocker included, which the drivers of Chromium and Firefox switch off unless
    /// told not to.
    ///
    /// With `denies_storage_to` (an origin), that one has no localStorage. Chromium keeps cookies from it as well, and throws where it asks; the others leave
    /// cookies alone, and have no localStorage for anybody: it is null.
    pub fn capabilities(self, denies_storage_to: Option<&str>) -> Capabilities {
        let capabilities = match self {
            Self::Chromium => chromium(denies_storage_to),
            Self::Firefox => firefox(denies_storage_to.is_some()),
            Self::WebKit => webkit(denies_storage_to.is_some()),
        };
        capabilities.expect("what is asked of a browser is JSON")
    }
}

fn chromium(denies_storage_to: Option<&str>) -> WebDriverResult<Capabilities> {
    let mut chromium = DesiredCapabilities::chrome();
    for argument in [
        "--headless=new",
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
    // Chromium's driver alone tells what the console shows.
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
    // Without one, the driver would wait for a minute and then not say why.
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    assert!(has_display, "WebKit needs a display: run this under `xvfb-run -a`");
    let mut webkit = Capabilities::new();
    if denies_storage {
        let arguments = ["--automation", "--enable-html5-local-storage=false"];
        webkit.set("webkitgtk:browserOptions", json!({ "args": arguments }))?;
    }
    Ok(webkit)
}

/// How it is started.
impl Browser {
    /// Has the browser that is asked for come without WebAssembly. WebKit is told by its driver's [environment](Browser::environment).
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

    /// What its driver finds in the environment, beside what is there.
    pub fn environment(self, webassembly: WebAssembly) -> Vec<(&'static str, &'static str)> {
        // Where there is no graphics card, a software one draws for WebKit, which is slow, and crashes now and then.
        let no_card = ("WEBKIT_SKIA_ENABLE_CPU_RENDERING", "1");
        match (self, webassembly) {
            (Self::WebKit, WebAssembly::Missing) => vec![no_card, ("JSC_useWasm", "0")],
            (Self::WebKit, _) => vec![no_card],
            (Self::Chromium | Self::Firefox, _) => vec![],
        }
    }
}

/// What the driver of a browser is told of it, under this name.
fn options<'a>(capabilities: &'a mut Capabilities, browser: &str, name: &str) -> Option<&'a mut Value> {
    capabilities.get_mut(browser)?.get_mut(name)
}
