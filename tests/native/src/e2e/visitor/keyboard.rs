//! A person who has a keyboard and nothing else.

use thirtyfour::Key;

use super::{Deadline, Visitor};

/// More stops than any page has.
const STOPS: usize = 60;

impl Visitor {
    /// Presses a key.
    pub async fn press_key(&self, key: Key) {
        self.driver.action_chain().key_down(key.clone()).key_up(key).perform().await.unwrap();
    }

    /// Lets a key go down, which stays there.
    pub async fn key_down(&self, key: &Key) {
        self.driver.action_chain().key_down(key.clone()).perform().await.unwrap();
    }

    /// Lets it come up.
    pub async fn key_up(&self, key: &Key) {
        self.driver.action_chain().key_up(key.clone()).perform().await.unwrap();
    }

    /// Types into what has the focus.
    pub async fn type_text(&self, text: &str) {
        self.driver.action_chain().send_keys(text).perform().await.unwrap();
    }

    /// Goes on from stop to stop until this has the focus.
    pub async fn tab_to(&self, css: &str) {
        // Any key shows the page that a user is there. The first may come before its script.
        let deadline = Deadline::with(css);
        while self.is_inert(css).await {
            self.press_key(Key::Shift).await;
            deadline.pause().await;
        }
        let mut stops = Vec::new();
        for _ in 0..STOPS {
            self.press_key(Key::Tab).await;
            if self.has_focus(css).await {
                return;
            }
            stops.push(self.run::<String>("return document.activeElement?.outerHTML.slice(0, 80) ?? ''").await);
        }
        panic!("the focus does not come to {css}, but to {stops:#?}");
    }

    /// Whether this has the focus.
    pub async fn has_focus(&self, css: &str) -> bool {
        self.run(&format!("return !!document.activeElement?.matches({css:?})")).await
    }
}
