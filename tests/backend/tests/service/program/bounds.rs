//! What users can add and request has a bound, which docs/reference/limits.md names.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::Connection;
use serde_json::Value;
use stagepass_backend::store::{ACCESS, SERVICE};
use stagepass_test_support::openapi::{documents, resolved};

use crate::program::openapi::operations;

/// The names between backticks in the first column of the table in this section.
fn named_in(section: &str) -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/limits.md");
    let text = std::fs::read_to_string(file).unwrap();
    let (_, text) = text.split_once(&format!("\n## {section}\n")).expect("the section is there");
    let text = text.split("\n## ").next().unwrap_or_default();
    let first_columns = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let names = first_columns.flat_map(|column| column.split('`').skip(1).step_by(2));
    names.map(str::to_owned).collect()
}

#[test]
fn each_table_has_a_bound() {
    let connection = Connection::open_in_memory().unwrap();
    for step in SERVICE.steps.iter().chain(ACCESS.steps) {
        connection.execute_batch(step.sql).unwrap();
    }
    let mut select = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").unwrap();
    let tables = select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap);
    let mut tables: BTreeSet<String> = tables.collect();
    tables.extend(["schema_migrations", "schema_compatibility"].map(str::to_owned));
    assert_eq!(named_in("Rows"), tables);
}

#[test]
fn each_answer_with_a_list_has_a_bound() {
    let named = named_in("Unread answers");
    let (mut lists, mut all) = (BTreeSet::new(), BTreeSet::new());
    for (_, document) in documents() {
        for ((method, path), operation) in operations(&document) {
            let name = format!("{} {path}", method.to_uppercase());
            let answers = operation["responses"].as_object().unwrap().iter();
            let answers = answers.filter(|(status, _)| status.starts_with('2'));
            let answers = answers.map(|(_, answer)| resolved(&document, answer));
            let mut schemas = answers.filter_map(|answer| answer["content"]["application/json"].get("schema"));
            if schemas.any(|schema| has_list(&document, schema, &mut BTreeSet::new())) {
                lists.insert(name.clone());
            }
            all.insert(name);
        }
    }
    assert_eq!(lists.difference(&named).collect::<Vec<_>>(), Vec::<&String>::new(), "no bound in limits.md");
    assert_eq!(named.difference(&all).collect::<Vec<_>>(), Vec::<&String>::new(), "no such operation");
    assert!(lists.len() > 20, "{lists:?}");
}

/// Returns whether a value of this schema can contain a list.
fn has_list(document: &Value, schema: &Value, seen: &mut BTreeSet<String>) -> bool {
    match schema {
        Value::Object(members) => {
            if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                let target = document.pointer(reference.trim_start_matches('#')).expect("a definition");
                return seen.insert(reference.to_owned()) && has_list(document, target, seen);
            }
            let is_list = match members.get("type").unwrap_or(&Value::Null) {
                Value::String(name) => name == "array",
                Value::Array(names) => names.iter().any(|name| name == "array"),
                _ => false,
            };
            is_list || members.values().any(|part| has_list(document, part, seen))
        }
        Value::Array(parts) => parts.iter().any(|part| has_list(document, part, seen)),
        _ => false,
    }
}
