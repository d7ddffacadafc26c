//! The user's windows.

use thirtyfour::WindowHandle;

use super::{Browser, Deadline, Visitor};

impl Visitor {
    /// Switches to the popup.
    pub async fn turn_to_popup(&self) {
        let deadline = Deadline::with("a popup");
        loop {
            let windows = self.driver.windows().await.unwrap();
            if let Some(popup) = windows.into_iter().find(|window| *window != self.app) {
                return self.driver.switch_to_window(popup).await.unwrap();
            }
            deadline.pause().await;
        }
    }

    /// Clicks on what opens a window, and switches to the new window.
    pub async fn click_and_turn_to_popup(&self, css: &str) -> WindowHandle {
        let before = self.driver.windows().await.unwrap();
        self.click(css).await;
        let deadline = Deadline::with("one more window");
        loop {
            let windows = self.driver.windows().await.unwrap();
            if let Some(popup) = windows.into_iter().find(|window| !before.contains(window)) {
                self.turn_to(&popup).await;
                return popup;
            }
            deadline.pause().await;
        }
    }

    /// Opens an empty tab in the app's window, and switches to it.
    pub async fn open_tab(&self) -> WindowHandle {
        // A popup's window has no tabs.
        self.turn_to_app().await;
        let tab = match Browser::from_environment() {
            // Its driver clicks at a tab's position even if another tab is active.
            Browser::WebKit => self.driver.new_window().await.unwrap(),
            Browser::Chromium | Browser::Firefox => self.driver.new_tab().await.unwrap(),
        };
        self.turn_to(&tab).await;
        tab
    }

    /// Returns the current window.
    pub async fn window(&self) -> WindowHandle {
        self.driver.window().await.unwrap()
    }

    /// Switches to this window.
    pub async fn turn_to(&self, window: &WindowHandle) {
        self.driver.switch_to_window(window.clone()).await.unwrap();
    }

    /// Minimizes the current window.
    pub async fn minimize(&self) {
        self.driver.minimize_window().await.unwrap();
    }

    /// Waits until this window has closed, and switches to the other.
    pub async fn wait_until_closed(&self, window: &WindowHandle, other: &WindowHandle) {
        let deadline = Deadline::with("a window to close");
        while self.driver.windows().await.unwrap().contains(window) {
            deadline.pause().await;
        }
        self.turn_to(other).await;
    }

    /// Waits until the popup has closed, and switches to the app.
    pub async fn wait_until_popup_is_closed(&self) {
        let deadline = Deadline::with("the popup to close");
        while self.windows().await > 1 {
            deadline.pause().await;
        }
        self.turn_to_app().await;
    }

    /// Switches to the app's window.
    pub async fn turn_to_app(&self) {
        self.driver.switch_to_window(self.app.clone()).await.unwrap();
    }

    /// Switches to the frame in the window.
    pub async fn turn_to_frame(&self) {
        self.driver.enter_frame(0).await.unwrap();
    }

    /// Closes the current window, and switches to the app.
    pub async fn close_window(&self) {
        self.driver.close_window().await.unwrap();
        self.turn_to_app().await;
    }

    /// Closes the current window, which may be the app's, and switches to this one.
    pub async fn close_window_for(&self, other: &WindowHandle) {
        self.driver.close_window().await.unwrap();
        self.turn_to(other).await;
    }

    /// Returns the number of windows.
    pub async fn windows(&self) -> usize {
        self.driver.windows().await.unwrap().len()
    }
}
