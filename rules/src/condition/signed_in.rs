//! The `signed_in` condition: the caller is signed in (`{}`), or has a verified account (`{"verified": true}`).

use serde::Serialize;

use crate::decision::Refusal;
use crate::denial_reason::DenialReason;
use crate::error::RuleError;
use crate::facts::{Facts, User};
use crate::json::cursor::Cursor;
use crate::verdict::Verdict;

pub(super) const KIND: &str = "signed_in";

/// The caller is signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct SignInCondition {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    verified: bool,
}

impl SignInCondition {
    pub(super) fn read(at: &Cursor<'_>) -> Result<Self, RuleError> {
        let [verified] = at.members(["verified"])?;
        verified.as_ref().map(Cursor::is_true).transpose()?;
        Ok(Self { verified: verified.is_some() })
    }

    pub(super) fn verdict(self, facts: &Facts) -> Verdict {
        Verdict::of(facts.user.is_some_and(|user| user.verified || !self.verified))
    }

    pub(super) fn denial_reason(self, facts: &Facts) -> DenialReason {
        let reason = |code, sentence: &str, remedy: &str| DenialReason {
            refusal: Refusal::new(KIND, code, sentence),
            remedy: Some(remedy.to_owned()),
        };
        match facts.user {
            None => {
                let remedy = if self.verified { "Sign in with a verified account." } else { "Sign in." };
                let DenialReason { refusal, remedy } = reason("not_signed_in", "Sign in to play this track.", remedy);
                DenialReason { refusal: Refusal { sign_in: true, ..refusal }, remedy }
            }
            Some(User { verified: false, .. }) if self.verified => reason(
                "not_verified",
                "This track is for verified accounts, and yours is not.",
                "Have your account verified.",
            ),
            Some(_) if self.verified => reason(
                "excluded",
                "This track is not for verified accounts.",
                "Listen with an account that is not verified.",
            ),
            Some(_) => {
                reason("excluded", "This track is not for those who are signed in.", "Listen without signing in.")
            }
        }
    }

    pub(super) fn words(self, wanted: Verdict) -> String {
        let words = match (self.verified, wanted) {
            (false, Verdict::Allow) => "the listener is signed in",
            (false, _) => "the listener is not signed in",
            (true, Verdict::Allow) => "the listener is signed in with a verified account",
            (true, _) => "the listener is not signed in with a verified account",
        };
        words.to_owned()
    }
}
