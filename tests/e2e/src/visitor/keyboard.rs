//! The user with only a keyboard.

use thirtyfour::Key;

use super::{Deadline, Visitor};

/// More tab stops than any page has.
const STOPS: usize = 60;

impl Visitor {
    /// Presses a key.
    pub async fn press_key(&self, key: Key) {
        self.driver.action_chain().key_down(key.clone()).key_up(key).perform().await.unwrap();
    }

    /// Presses a key without releasing it.
    pub async fn key_down(&self, key: &Key) {
        self.driver.action_chain().key_down(key.clone()).perform().await.unwrap();
    }

    /// Releases a key.
    pub async fn key_up(&self, key: &Key) {
        self.driver.action_chain().key_up(key.clone()).perform().await.unwrap();
    }

    /// Types into the focused element.
    pub async fn type_text(&self, text: &str) {
        self.driver.action_chain().send_keys(text).perform().await.unwrap();
    }

    /// Presses Tab until this element has the focus.
    pub async fn tab_to(&self, css: &str) {
        self.wait_until_enabled(css).await;
        if !self.run::<bool>("return document.hasFocus()").await {
            // Firefox may open a page in a window without the focus, where Space activates no button.
            self.turn_to(&self.driver.window().await.unwrap()).await;
        }
        let mut stops = Vec::new();
        for _ in 0..STOPS {
            // Behind the last element, Firefox takes the focus out of the page, which disables the buttons again.
            self.wait_until_enabled(css).await;
            self.press_key(Key::Tab).await;
            if self.has_focus(css).await {
                return;
            }
            stops.push(self.run::<String>("return document.activeElement?.outerHTML.slice(0, 80) ?? ''").await);
        }
        panic!("the focus does not come to {css}, but to {stops:#?}");
    }

    async fn wait_until_enabled(&self, css: &str) {
        let deadline = Deadline::with(css);
        while self.is_inert(css).await {
            // Any key shows the page that a user is present. The first may come before its script runs.
            self.press_key(Key::Shift).await;
            deadline.pause().await;
        }
    }

    /// Whether this element has the focus.
    pub async fn has_focus(&self, css: &str) -> bool {
        self.run(&format!("return !!document.activeElement?.matches({css:?})")).await
    }
}
