//! How wasm-bindgen's runner of tests is told of its driver.

use std::path::Path;
use std::process::Command;

use crate::browser::Browser;

/// Every variable that names a driver for the runner, which uses the first that is set.
pub const DRIVERS: [&str; 8] = [
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

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    #[test]
    fn runner_receives_only_one_driver() {
        let mut command = Command::new("true");
        choose(&mut command, Browser::Webkit, Path::new("/driver"));
        let variables: Vec<_> = command.get_envs().filter_map(|(name, value)| Some((name, value?))).collect();
        assert_eq!(variables, [(OsStr::new("SAFARIDRIVER"), OsStr::new("/driver"))]);
    }
}
