//! The `paid` condition: the caller has paid for the owner's product with this id.

use crate::decision::Refusal;
use crate::denial_reason::DenialReason;
use crate::facts::{Facts, Payment};
use crate::id::Id;
use crate::verdict::Verdict;

pub(super) const KIND: &str = "paid";

pub(super) fn verdict(id: &Id, facts: &Facts) -> Option<Verdict> {
    Some(match facts.paid.get(id)? {
        Payment::Paid => Verdict::Allow,
        Payment::Not { .. } => Verdict::Deny,
        Payment::NobodySignedIn { .. } | Payment::NoSuchProduct => Verdict::Unknown,
    })
}

pub(super) fn denial_reason(id: &Id, facts: &Facts, wanted: Verdict) -> Option<DenialReason> {
    Some(match facts.paid.get(id)? {
        Payment::Paid => DenialReason {
            refusal: Refusal::new(KIND, "excluded", format!("This track is not for those who have bought “{id}”.")),
            remedy: Some(format!("Listen as a user who has not bought “{id}”.")),
        },
        Payment::Not { buy_url, name, ended_at, refunded } => {
            let (code, sentence, remedy) = not_paid(name, ended_at.is_some(), *refunded);
            let buy_url = buy_url.clone();
            DenialReason { refusal: Refusal { buy_url, ..Refusal::new(KIND, code, sentence) }, remedy: Some(remedy) }
        }
        Payment::NobodySignedIn { buy_url, name } => {
            let (have, buy_url) = match wanted {
                Verdict::Deny => ("have not", None),
                Verdict::Unknown | Verdict::Allow => ("have", buy_url.clone()),
            };
            let sentence = format!("Sign in: this track is for those who {have} bought “{name}”.");
            DenialReason {
                refusal: Refusal { buy_url, sign_in: true, ..Refusal::new(KIND, "not_signed_in", sentence) },
                remedy: Some(match wanted {
                    Verdict::Deny => format!("Sign in as a user who has not bought “{name}”."),
                    Verdict::Unknown | Verdict::Allow => format!("Sign in as a user who has bought “{name}”."),
                }),
            }
        }
        Payment::NoSuchProduct => {
            let sentence = "Who may play this track depends on something that is no longer for sale.";
            DenialReason { refusal: Refusal::new(KIND, "product_unknown", sentence), remedy: None }
        }
    })
}

/// Returns the code, the sentence and the remedy. An expired payment can be renewed, a refunded one cannot.
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

pub(super) fn words(id: &Id, wanted: Verdict) -> String {
    match wanted {
        Verdict::Allow => format!("the listener has paid for “{id}”"),
        Verdict::Unknown | Verdict::Deny => format!("the listener is signed in and has not paid for “{id}”"),
    }
}
