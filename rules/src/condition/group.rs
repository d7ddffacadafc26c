//! The `group` condition: the caller is a member of the owner's group with this id.

use crate::decision::Refusal;
use crate::denial_reason::DenialReason;
use crate::facts::{Facts, Membership};
use crate::id::Id;
use crate::verdict::Verdict;

pub(super) const KIND: &str = "group";

pub(super) fn verdict(id: &Id, facts: &Facts) -> Option<Verdict> {
    Some(match facts.members.get(id)? {
        Membership::Member => Verdict::Allow,
        Membership::Not { .. } => Verdict::Deny,
        Membership::NobodySignedIn { .. } | Membership::NoSuchGroup => Verdict::Unknown,
    })
}

pub(super) fn denial_reason(id: &Id, facts: &Facts, wanted: Verdict) -> Option<DenialReason> {
    Some(match facts.members.get(id)? {
        Membership::Member => DenialReason {
            refusal: Refusal::new(KIND, "excluded", format!("This track is not for members of the group “{id}”.")),
            remedy: Some(format!("Listen as a user who is not a member of the group “{id}”.")),
        },
        Membership::Not { join_url, name } => DenialReason {
            refusal: Refusal {
                join_url: join_url.clone(),
                ..Refusal::new(KIND, "not_a_member", format!("This track is for members of “{name}”."))
            },
            remedy: Some(format!("Become a member of “{name}”.")),
        },
        Membership::NobodySignedIn { join_url, name } => {
            let (who, join_url) = match wanted {
                Verdict::Deny => ("those who are no members", None),
                Verdict::Unknown | Verdict::Allow => ("members", join_url.clone()),
            };
            let sentence = format!("Sign in: this track is for {who} of “{name}”.");
            DenialReason {
                refusal: Refusal { join_url, sign_in: true, ..Refusal::new(KIND, "not_signed_in", sentence) },
                remedy: Some(match wanted {
                    Verdict::Deny => format!("Sign in as a user who is not a member of “{name}”."),
                    Verdict::Unknown | Verdict::Allow => format!("Sign in as a member of “{name}”."),
                }),
            }
        }
        Membership::NoSuchGroup => {
            let sentence = "Who may play this track depends on a group that no longer exists.";
            DenialReason { refusal: Refusal::new(KIND, "group_unknown", sentence), remedy: None }
        }
    })
}

pub(super) fn words(id: &Id, wanted: Verdict) -> String {
    match wanted {
        Verdict::Allow => format!("the listener is a member of the group “{id}”"),
        Verdict::Unknown | Verdict::Deny => format!("the listener is signed in and no member of the group “{id}”"),
    }
}
