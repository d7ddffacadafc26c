//! Short descriptions of effects and outcomes for the log. The tokens are not secret.

use stagepass_core::document::Document as _;
use stagepass_core::effect::Effect;
use stagepass_core_tests::effect::Outcome;

pub(crate) fn describe_effect(effect: &Effect) -> String {
    let short = |key: &str| key.split("https://").next().unwrap_or_default().to_owned();
    match effect {
        Effect::Http(request) => {
            let members: Vec<_> = request.body.iter().map(|(_, value)| value.expose()).take(2).collect();
            format!("{} {}", request.url.rsplit('/').next().unwrap_or_default(), members.join(" "))
        }
        Effect::Read { key, .. } => format!("Read {}", short(key)),
        Effect::Write { key, value, .. } => format!("Write {} {value}", short(key)),
        Effect::Delete { key, .. } => format!("Delete {}", short(key)),
        Effect::Lock { name, within } => format!("Lock {} {within}", short(name)),
        other => format!("{other:?}"),
    }
}

pub(crate) fn describe_outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answer(answer) => {
            let part = |name| answer.body.as_ref().and_then(|body| body.text(name));
            format!("{} {}", answer.status, part("refresh_token").or_else(|| part("error")).unwrap_or_default())
        }
        Outcome::Text(text) => text.clone().unwrap_or_else(|| "nothing".to_owned()),
        other => format!("{other:?}"),
    }
}
