//! How a page looks: on a screen of this width, to somebody who likes this theme.

use std::env;
use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::{Browser, Visitor};

/// What the page is to be dressed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Theme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// `light`, `dark`.
    const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A phone's width, in CSS pixels.
const PHONE: u32 = 375;
/// A desktop's.
const DESKTOP: u32 = 1_280;

impl Visitor {
    /// Looks at the page in this width and theme, all of it. Only Chromium's driver can change them: false where they are what they were.
    async fn look(&self, width: u32, theme: Theme) -> bool {
        if Browser::from_environment() != Browser::Chromium {
            return false;
        }
        let theme = json!({ "features": [{ "name": "prefers-color-scheme", "value": theme.name() }] });
        self.driver.cdp().send_raw("Emulation.setEmulatedMedia", theme).await.unwrap();
        self.set_size(width, 800).await;
        let height: u32 = self.run("return document.documentElement.scrollHeight").await;
        self.set_size(width, height.max(800)).await;
        true
    }

    /// Sees to it that nothing on the page keeps anybody out, in either theme and at either width, and takes a picture of each: `NAME-phone-dark.png`.
    pub async fn examine(&self, name: &str) {
        for (width, on) in [(PHONE, "phone"), (DESKTOP, "desktop")] {
            for theme in [Theme::Light, Theme::Dark] {
                let is_changed = self.look(width, theme).await;
                let accessibility_violations = self.accessibility_violations().await;
                assert!(
                    accessibility_violations.is_empty(),
                    "{name}, {on}, {}: {accessibility_violations:#?}",
                    theme.name()
                );
                let overflows: bool = self.run("return document.documentElement.scrollWidth > innerWidth").await;
                assert!(!overflows, "{name} is wider than a {on}");
                if !is_changed {
                    return;
                }
                self.take_picture(&format!("{name}-{on}-{}", theme.name())).await;
            }
        }
        self.look(DESKTOP, Theme::Light).await;
    }

    async fn set_size(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await.unwrap();
    }

    /// Takes a picture of what is to be seen: `pictures/NAME.png` where the build puts everything.
    pub async fn take_picture(&self, name: &str) -> PathBuf {
        // target/debug/deps/e2e-…
        let program = env::current_exe().expect("a program");
        let folder = program.ancestors().nth(3).expect("it was built").join("pictures");
        fs::create_dir_all(&folder).expect("a folder for pictures");
        let path = folder.join(format!("{name}.png"));
        self.driver.screenshot(&path).await.unwrap();
        path
    }
}
