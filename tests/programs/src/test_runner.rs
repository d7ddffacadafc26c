//! How wasm-bindgen's runner of tests is told of its driver.

use std::path::Path;
use std::process::Command;

use crate::browser::Browser;

/// Every variable that names a driver for the runner, which uses the first that is set.
const DRIVERS: [&str; 8] = [
    "GECKODRIVER",
    "SAFARIDRIVER",
    "CHROMEDRIVER",
    "MSEDGEDRIVER",
    "GECKODRIVER_REMOTE",
    "SAFARIDRIVER_REMOTE",
    "CHROMEDRIVER_REMOTE",
    "MSEDGEDRIVER_REMOTE",
];

/// Makes the runner below `command` use this driver and no other.
pub fn choose(command: &mut Command, browser: Browser, driver: &Path) {
    for driver in DRIVERS {
        command.env_remove(driver);
    }
    command.env(variable(browser), driver);
}

/// The runner starts any driver of Safari's kind by that name, and WebKitGTK's is one.
fn variable(browser: Browser) -> &'static str {
    match browser {
        Browser::Chromium | Browser::Firefox => browser.driver_variable(),
        Browser::Webkit => "SAFARIDRIVER",
    }
}
