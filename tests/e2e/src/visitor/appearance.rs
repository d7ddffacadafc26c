//! A page's appearance, by width and theme.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use thirtyfour::By;

use super::{Browser, Visitor};

/// A colour theme.
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

/// The number of primary buttons that a user sees, besides those of a dialog.
const PRIMARIES: &str = "return [...document.querySelectorAll('.primary')].filter((button) => \
                         button.checkVisibility() && !button.closest('dialog')).length";
/// Whether the content of a `noscript` element is displayed, although scripts run.
const SHOWS_NOSCRIPT: &str = "return [...document.querySelectorAll('noscript')].some((element) => { \
                              const range = document.createRange(); range.selectNodeContents(element); \
                              return range.getClientRects().length > 0; })";

/// What a finger can hardly hit: visible controls and links of less than 24 × 24 CSS pixels (WCAG 2.2, 2.5.8).
const SMALL_TARGETS: &str = "return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]\
                             .filter((target) => target.checkVisibility({ visibilityProperty: true }))\
                             .map((target) => [target, target.getBoundingClientRect()])\
                             .filter(([, { width, height }]) => width < 23.9 || height < 23.9)\
                             .map(([{ outerHTML }, { width, height }]) => `${width} × ${height}: ${outerHTML}`)";

impl Visitor {
    /// Sets the width and the theme. Only Chromium's driver can: returns false for others.
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

    /// Checks accessibility, the layout and the size of targets in both themes and widths, and takes screenshots:
    /// `NAME-phone-dark.png`.
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
                let small: Vec<String> = self.run(SMALL_TARGETS).await;
                assert!(small.is_empty(), "{name}, {on}: targets of less than 24 × 24 pixels: {small:#?}");
                let primaries: usize = self.run(PRIMARIES).await;
                assert!(primaries <= 1, "{name} has {primaries} primary buttons");
                assert!(
                    !self.run::<bool>(SHOWS_NOSCRIPT).await,
                    "{name} shows what is for browsers without JavaScript"
                );
                if !is_changed {
                    return;
                }
                self.take_picture(&format!("{name}-{on}-{}", theme.name())).await;
            }
        }
        self.look(DESKTOP, Theme::Light).await;
    }

    /// Takes a screenshot of an element on a phone, in Chromium.
    pub async fn take_picture_of(&self, css: &str, path: &Path) {
        if self.look(PHONE, Theme::Light).await {
            self.driver.find(By::Css(css)).await.unwrap().screenshot(path).await.unwrap();
            self.look(DESKTOP, Theme::Light).await;
        }
    }

    async fn set_size(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.driver.cdp().send_raw("Emulation.setDeviceMetricsOverride", size).await.unwrap();
    }

    /// Takes a screenshot: `pictures/NAME.png` in cargo's target folder.
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
