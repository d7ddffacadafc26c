//! The user with a touch screen.

use serde_json::json;
use thirtyfour::By;
use thirtyfour::common::command::Command;

use super::Visitor;

impl Visitor {
    /// Taps on the first match, once it is enabled.
    pub async fn tap(&self, css: &str) {
        self.wait_until_armed(css).await;
        let element = self.driver.find(By::Css(css)).await.unwrap();
        element.scroll_into_view().await.unwrap();
        let tap = json!([
            { "type": "pointerMove", "duration": 0, "origin": element.to_json().unwrap(), "x": 0, "y": 0 },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ]);
        let finger =
            json!({ "type": "pointer", "id": "finger", "parameters": { "pointerType": "touch" }, "actions": tap });
        self.driver.cmd(Command::PerformActions(json!([finger]).into())).await.unwrap();
    }
}
