//! A virtual display (Xvfb), for the browser that needs one.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::process::Service;

const PATIENCE: Duration = Duration::from_secs(20);

/// An X server of our own, on a display that was free. It ends when this is dropped.
pub struct Display {
    name: String,
    _server: Service,
}

impl Display {
    /// Starts one, even if there is a real screen, because the tests' windows would disturb the developer.
    ///
    /// # Errors
    /// If there is no `Xvfb`, or it does not start.
    pub fn start() -> Result<Self> {
        let mut command = Command::new("Xvfb");
        // It writes the display's number once it is ready.
        command.args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]);
        // Otherwise it restarts when the last window closes, while the next browser starts.
        command.arg("-noreset");
        let (server, number) = Service::start(&mut command, "", PATIENCE).context("there is no screen for WebKit")?;
        Ok(Self { name: format!(":{}", number.trim()), _server: server })
    }

    /// Makes `command` use this display.
    pub fn configure(&self, command: &mut Command) {
        command.env("DISPLAY", &self.name).env("GDK_BACKEND", "x11").env_remove("WAYLAND_DISPLAY");
    }
}
