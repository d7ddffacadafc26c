//! Evaluates quick rules on the async worker, and slow ones on a blocking thread, because the workers serve all
//! requests.

use std::sync::Arc;

use stagepass_rules::{Facts, Progress, Rule};
use tokio::sync::Semaphore;

use crate::error_answer::AccessError;

/// How many slow rules are evaluated at once. Other slow rules wait. Quick rules do not.
const AT_ONCE: usize = 2;

/// Evaluates rules.
#[derive(Debug)]
pub(crate) struct RuleEvaluator {
    permits: Arc<Semaphore>,
}

impl Default for RuleEvaluator {
    fn default() -> Self {
        Self { permits: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl RuleEvaluator {
    /// As [`Rule::decide`].
    ///
    /// # Errors
    /// [`AccessError::Internal`] if the blocking thread did not finish.
    pub(crate) async fn progress(&self, rule: &Rule, facts: &Facts) -> Result<Progress, AccessError> {
        if !rule.is_slow() {
            return Ok(rule.decide(facts));
        }
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| AccessError::Internal)?;
        let (rule, facts) = (rule.clone(), facts.clone());
        let work = tokio::task::spawn_blocking(move || {
            // Kept until the work is done, because the request may be dropped before.
            let _permit = permit;
            rule.decide(&facts)
        });
        work.await.map_err(|error| {
            tracing::error!(%error, "a rule could not be evaluated");
            AccessError::Internal
        })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use serde_json::json;

    use super::*;

    /// Returns a rule that is evaluated on a blocking thread.
    fn slow() -> Rule {
        let leaf = json!({ "schedule": { "from": "2020-01-01", "zone": "UTC" } });
        let rule = Rule::parse(&json!({ "all": vec![leaf; 64] }).to_string()).unwrap();
        assert!(rule.is_slow());
        rule
    }

    #[tokio::test]
    async fn slow_rule_gets_same_result_as_direct_decision() {
        let evaluator = RuleEvaluator::default();
        for now in [0, 1_800_000_000] {
            let facts = Facts { now, ..Facts::default() };
            assert_eq!(evaluator.progress(&slow(), &facts).await.unwrap(), slow().decide(&facts));
        }
    }

    #[tokio::test]
    async fn quick_rule_does_not_wait_for_slow_ones() {
        let evaluator = RuleEvaluator::default();
        let _all = evaluator.permits.acquire_many(u32::try_from(AT_ONCE).unwrap()).await.unwrap();
        let facts = Facts { now: 1_800_000_000, ..Facts::default() };
        let (slow, quick) = (slow(), Rule::parse(r#"{"signed_in": {}}"#).unwrap());
        let mut waiting = Box::pin(evaluator.progress(&slow, &facts));
        assert!((&mut waiting).now_or_never().is_none());
        assert!(matches!(evaluator.progress(&quick, &facts).await.unwrap(), Progress::Decided(Err(_))));
        assert!((&mut waiting).now_or_never().is_none());
    }
}
