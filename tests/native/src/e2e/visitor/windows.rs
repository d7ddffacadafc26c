//! A person's windows.

use thirtyfour::WindowHandle;

use super::{Browser, Deadline, Visitor};

impl Visitor {
    /// Turns to the window that has just been opened.
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

    /// Clicks on what opens a window, and turns to that, however many there are.
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

    /// Opens a tab beside the app's, which shows nothing yet, and turns to it.
    pub async fn open_tab(&self) -> WindowHandle {
        // Beside a popup there is no place for one.
        self.turn_to_app().await;
        let tab = match Browser::from_environment() {
            // Its driver clicks where a tab would be, whichever of the window's tabs is in front.
            Browser::WebKit => self.driver.new_window().await.unwrap(),
            Browser::Chromium | Browser::Firefox => self.driver.new_tab().await.unwrap(),
        };
        self.turn_to(&tab).await;
        tab
    }

    /// The window that the person looks at.
    pub async fn window(&self) -> WindowHandle {
        self.driver.window().await.unwrap()
    }

    /// Turns to this window.
    pub async fn turn_to(&self, window: &WindowHandle) {
        self.driver.switch_to_window(window.clone()).await.unwrap();
    }

    /// Puts the window that the person looks at away.
    pub async fn minimize(&self) {
        self.driver.minimize_window().await.unwrap();
    }

    /// Waits until this window has closed, and turns to the other.
    pub async fn wait_until_closed(&self, window: &WindowHandle, other: &WindowHandle) {
        let deadline = Deadline::with("a window to close");
        while self.driver.windows().await.unwrap().contains(window) {
            deadline.pause().await;
        }
        self.turn_to(other).await;
    }

    /// Waits until the popup has closed, and turns to the app.
    pub async fn wait_until_popup_is_closed(&self) {
        let deadline = Deadline::with("the popup to close");
        while self.windows().await > 1 {
            deadline.pause().await;
        }
        self.turn_to_app().await;
    }

    /// Turns to the app's window.
    pub async fn turn_to_app(&self) {
        self.driver.switch_to_window(self.app.clone()).await.unwrap();
    }

    /// Turns to the frame in the window.
    pub async fn turn_to_frame(&self) {
        self.driver.enter_frame(0).await.unwrap();
    }

    /// Closes the window that the person looks at, and turns to the app.
    pub async fn close_window(&self) {
        self.driver.close_window().await.unwrap();
        self.turn_to_app().await;
    }

    /// Closes the window that the person looks at, the app's perhaps, and turns to this one.
    pub async fn close_window_for(&self, other: &WindowHandle) {
        self.driver.close_window().await.unwrap();
        self.turn_to(other).await;
    }

    /// How many windows there are.
    pub async fn windows(&self) -> usize {
        self.driver.windows().await.unwrap().len()
    }
}
