//! The messages between the two windows of a login.
//!
//! The callback page in the popup claims nothing at first. It hands the callback URL to the opener, which claims the
//! transaction, replies, and exchanges the code. If no opener replies, the popup does it alone, and reports the result.

use crate::document::Document;
use crate::error::Code;
use crate::text::{ascii_split, decimal, secret};

const VERSION: &str = "stagepass1";

/// One message. Each names its login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Popup to opener: the authorization response, as a URL.
    Response(String),
    /// Opener to popup: I have the response. You may close.
    Taken,
    /// Popup to opener: I have signed in alone, and the session is stored. This is the user's profile, as unchecked
    /// JSON. Empty: none.
    SignedIn(String),
    /// Popup to opener: I have tried alone and failed.
    Failed(Code),
}

impl Message {
    /// Returns the text to post, for the login of this `state`: version, kind, state and value, each on a line. No
    /// value can have a line break, because no URL has one, and the profile is on one line.
    pub fn to_text(&self, state: &str) -> String {
        let number;
        let (kind, value) = match self {
            Self::Response(url) => ("answer", url.as_str()),
            Self::Taken => ("taken", ""),
            Self::SignedIn(user) => ("signed-in", user.as_str()),
            Self::Failed(code) => {
                number = decimal::write(code.number().into());
                ("failed", number.as_str())
            }
        };
        ascii_split::joined(&[VERSION, "\n", kind, "\n", state, "\n", value])
    }

    /// Reads a message about the login of this `state`. `None` for any other text.
    pub fn read(text: &str, state: &str) -> Option<Self> {
        let mut lines = ascii_split::each(text, b"\n");
        if lines.next()? != VERSION {
            return None;
        }
        let (kind, about, value) = (lines.next()?, lines.next()?, lines.next()?);
        if !secret::same(about, state) {
            return None;
        }
        match kind {
            "answer" => Some(Self::Response(value.to_owned())),
            "taken" => Some(Self::Taken),
            "signed-in" => Some(Self::SignedIn(value.to_owned())),
            "failed" => decimal::read(value)
                .and_then(|number| u8::try_from(number).ok())
                .map(|number| Self::Failed(Code::from_number(number))),
            _ => None,
        }
    }
}

/// Returns the code of a notice by which the service's page refuses the login of this `state`: an object with `type`,
/// `state` and `code`.
pub fn refusal<D: Document>(members: &D, state: &str) -> Option<String> {
    let is_ours = members.text("type")? == "stagepass:refused" && secret::same(&members.text("state")?, state);
    if is_ours { members.text("code") } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::Json;

    #[test]
    fn message_round_trips_only_for_its_own_login() {
        for message in [
            Message::Response("https://app.example/#code=1".to_owned()),
            Message::Taken,
            Message::SignedIn(r#"{"userId":7}"#.to_owned()),
            Message::Failed(Code::ExchangeRefused),
        ] {
            let text = message.to_text("sp1.p.x");
            assert_eq!(Message::read(&text, "sp1.p.x"), Some(message));
            assert_eq!(Message::read(&text, "sp1.p.y"), None);
        }
    }

    #[test]
    fn notice_is_read_only_about_its_login() {
        let json = r#"{"type":"stagepass:refused","state":"sp1.p.x","code":"invalid_client"}"#;
        let read = |json: &str, state| refusal(&Json::parse(json).unwrap(), state);
        assert_eq!(read(json, "sp1.p.x").as_deref(), Some("invalid_client"));
        for (other, state) in [(json, "sp1.p.y"), (json, "sp1.p"), (&json.replace("refused", "other"), "sp1.p.x")] {
            assert_eq!(read(other, state), None, "{other} {state}");
        }
        for other in ["null", "[]", "\"text\"", r#"{"type":"stagepass:refused","state":["sp1.p.x"],"code":1}"#] {
            assert_eq!(read(other, "sp1.p.x"), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_read_panic(text in any::<String>(), kind in "answer|taken|failed|other") {
            let _ = Message::read(&text, "sp1.p.x");
            let _ = Message::read(&format!("stagepass1\n{kind}\nsp1.p.x\n{text}"), "sp1.p.x");
        }
    }
}
