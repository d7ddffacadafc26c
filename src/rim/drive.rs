//! The loop that drives a machine to its end.

use stagepass_core::border::SESSION_PREFIX;
use stagepass_core::effect::{Effect, Machine, Step};
use stagepass_core::error::Error;

use super::parsed::{Outcome, Parsed};
use super::platform::{Abort, Platform};
use super::storage::Stores;

/// Drives `machine` to its end. `platform` performs the effects of storage too if there are no `stores`.
///
/// Runs without a wait up to the first effect that takes time, because later is too late for `window.open`.
///
/// If the caller aborts, a wait of the machine ends with [`Outcome::Aborted`]: a request, a lock or a message.
/// The machine then runs to its own end. Without `abort`, it cannot be aborted.
pub(crate) async fn drive<M: Machine<Parsed>>(
    mut machine: M,
    mut platform: impl Platform,
    stores: Option<&Stores>,
    abort: Option<&Abort>,
) -> Result<M::Output, Error> {
    let mut next = None;
    loop {
        let outcome = match next.take() {
            None => Outcome::Begin,
            Some(effect) => perform(effect, &mut platform, stores, abort).await,
        };
        match machine.step(outcome)? {
            Step::Do(effect) => next = Some(effect),
            Step::Done(output) => return Ok(output),
        }
    }
}

async fn perform(
    effect: Effect,
    platform: &mut impl Platform,
    stores: Option<&Stores>,
    abort: Option<&Abort>,
) -> Outcome {
    if let Some((stores, outcome)) = stores.and_then(|stores| Some((stores, stores.perform(&effect)?))) {
        if let Effect::Write { key, .. } | Effect::Delete { key, .. } = &effect
            && key.starts_with(SESSION_PREFIX)
        {
            (stores.session_changed)();
        }
        return outcome;
    }
    let is_wait = matches!(effect, Effect::Http(_) | Effect::Lock { .. } | Effect::Receive { .. });
    let Some(abort) = abort.filter(|_| is_wait) else { return platform.perform(effect).await };
    abort.or(platform.perform(effect)).await.unwrap_or(Outcome::Aborted)
}
