//! The outcome of an effect, as TypeScript passes it.

use stagepass_core::border;
use stagepass_core::document::Document as _;
use stagepass_core::effect::{Answer, Message, PopupLook};
use stagepass_core::text::ascii_split;

use super::values::{Outcome, Values};

/// Returns the outcome of this kind (`stagepass_core::border`). Its texts are members of [`Values::OUTCOME`].
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is out of range is cut to it")]
pub(crate) fn outcome(kind: u32, number: f64) -> Outcome {
    let whole = number as u64;
    let text = |name| Values::OUTCOME.text(name);
    match kind {
        border::DONE => Outcome::Done,
        border::CLOSED => Outcome::Closed,
        border::ELAPSED => Outcome::Elapsed,
        border::ABORTED => Outcome::Aborted,
        border::OFFLINE => Outcome::Offline,
        border::NOW => Outcome::Now(whole),
        border::RANDOM => {
            let bytes = Values::OUTCOME.any("data").and_then(|text| random(&text));
            bytes.map_or(Outcome::Refused, Outcome::Random)
        }
        border::TEXT => Outcome::Text(text("data")),
        border::KEYS => {
            let mut keys = Vec::new();
            for key in ascii_split::each(&text("data").unwrap_or_default(), b"\n") {
                if !key.is_empty() {
                    keys.push(key.to_owned());
                }
            }
            Outcome::Keys(keys)
        }
        border::MESSAGE => {
            let bits = whole as u32;
            Outcome::Message(Message {
                text: text("data").unwrap_or_default(),
                members: Values::DATA,
                origin: text("origin").unwrap_or_default(),
                own_origin: bits & border::OWN_ORIGIN != 0,
                from_peer: bits & border::FROM_PEER != 0,
            })
        }
        // If the body is not JSON, it has no members.
        border::ANSWER => {
            Outcome::Answer(Answer { status: whole.min(u64::from(u16::MAX)) as u16, body: Some(Values::DATA) })
        }
        border::POPUP.. => Outcome::Popup(PopupLook {
            closed: kind & border::LOOKS_CLOSED != 0,
            focus_came_back: kind & border::FOCUS_CAME_BACK != 0,
            superseded: kind & border::IS_SUPERSEDED != 0,
            now: whole,
        }),
        _ => Outcome::Refused,
    }
}

/// Reads random bytes, one a character.
fn random(text: &str) -> Option<Box<[u8; 48]>> {
    let mut random = Box::new([0; 48]);
    let mut characters = text.chars();
    for byte in random.iter_mut() {
        *byte = u8::try_from(characters.next()?).ok()?;
    }
    Some(random)
}
