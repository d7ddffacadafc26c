//! The schema of a rule for the `OpenAPI` document: `rules/rule.schema.json`, with its definitions under names in the
//! document.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

const SCHEMA: &str = include_str!("../../../../../rules/rule.schema.json");

/// The names of the definitions, in the file and in the document.
const NAMES: [(&str, &str); 11] = [
    ("rule", "Rule"),
    ("rules", "Rules"),
    ("id", "RuleId"),
    ("geo", "RuleGeo"),
    ("countries", "RuleCountries"),
    ("schedule", "RuleSchedule"),
    ("moment", "RuleMoment"),
    ("window", "RuleWindow"),
    ("signedIn", "RuleSignedIn"),
    ("site", "RuleSite"),
    ("origin", "RuleOrigin"),
];

/// Stands for a rule in the schemas of other types.
pub(crate) struct RuleSchema;

impl JsonSchema for RuleSchema {
    fn schema_name() -> Cow<'static, str> {
        "Rule".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "$ref": "#/components/schemas/Rule" })
    }
}

/// Returns the definitions by their names in the document.
pub(crate) fn schemas() -> Vec<(&'static str, Value)> {
    let text = NAMES.iter().fold(SCHEMA.to_owned(), |text, (from, to)| {
        text.replace(&format!("\"#/$defs/{from}\""), &format!("\"#/components/schemas/{to}\""))
    });
    // A test finds a definition that is missing here, because references to it lead nowhere.
    let schema: Value = serde_json::from_str(&text).unwrap_or_default();
    NAMES
        .iter()
        .map(|(from, to)| (*to, schema.pointer(&format!("/$defs/{from}")).cloned().unwrap_or_default()))
        .collect()
}
