//! Whether a caller has paid for a product of the track's owner: the product's id.

use crate::decision::Refusal;
use crate::facts::{Facts, Payment};
use crate::id::Id;
use crate::obstacle::Obstacle;
use crate::truth::Truth;

pub(super) const KIND: &str = "paid";

pub(super) fn truth(id: &Id, facts: &Facts) -> Option<Truth> {
    Some(match facts.paid.get(id)? {
        Payment::Paid => Truth::Open,
        Payment::Not { .. } => Truth::Closed,
        Payment::NobodySignedIn { .. } | Payment::NoSuchProduct => Truth::Unknown,
    })
}

pub(super) fn obstacle(id: &Id, facts: &Facts, wanted: Truth) -> Option<Obstacle> {
    Some(match facts.paid.get(id)? {
        Payment::Paid => Obstacle {
            refusal: Refusal::new(KIND, "excluded", format!("This track is not for those who have bought “{id}”.")),
            remedy: Some(format!("Listen as somebody who has not bought “{id}”.")),
        },
        Payment::Not { buy_url, name, ended_at, refunded } => {
            let (code, sentence, remedy) = not_paid(name, ended_at.is_some(), *refunded);
            let buy_url = buy_url.clone();
            Obstacle { refusal: Refusal { buy_url, ..Refusal::new(KIND, code, sentence) }, remedy: Some(remedy) }
        }
        Payment::NobodySignedIn { buy_url, name } => {
            let (have, buy_url) = match wanted {
                Truth::Closed => ("have not", None),
                Truth::Unknown | Truth::Open => ("have", buy_url.clone()),
            };
            let sentence = format!("Sign in: this track is for those who {have} bought “{name}”.");
            Obstacle {
                refusal: Refusal { buy_url, sign_in: true, ..Refusal::new(KIND, "not_signed_in", sentence) },
                remedy: Some(match wanted {
                    Truth::Closed => format!("Sign in as somebody who has not bought “{name}”."),
                    Truth::Unknown | Truth::Open => format!("Sign in as somebody who has bought “{name}”."),
                }),
            }
        }
        Payment::NoSuchProduct => {
            let sentence = "Who may play this track depends on something that is no longer for sale.";
            Obstacle { refusal: Refusal::new(KIND, "product_unknown", sentence), remedy: None }
        }
    })
}

/// A refund is final; what ended can be paid for again.
fn not_paid(name: &str, is_ended: bool, is_refunded: bool) -> (&'static str, String, String) {
    if is_refunded {
        let sentence = format!("What you paid for “{name}”, which this track needs, was paid back.");
        return ("payment_refunded", sentence, format!("Buy “{name}”."));
    }
    if is_ended {
        let sentence = format!("What you paid for “{name}”, which this track needs, has ended.");
        return ("payment_ended", sentence, format!("Pay for “{name}” again."));
    }
    ("not_paid", format!("This track is for those who have bought “{name}”."), format!("Buy “{name}”."))
}

pub(super) fn words(id: &Id, wanted: Truth) -> String {
    match wanted {
        Truth::Open => format!("the listener has paid for “{id}”"),
        Truth::Unknown | Truth::Closed => format!("the listener is signed in and has not paid for “{id}”"),
    }
}
