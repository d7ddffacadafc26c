//! The rules of the recipes in docs/guides/gating.md are rules.

use std::fs;

use stagepass_rules::Rule;

const RECIPES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guides/gating.md");
/// The line before each rule.
const FENCE: &str = "```json rule\n";
/// The specification's five uses, one of them with two rules, and three combinations.
const AT_LEAST: usize = 9;

fn recipes() -> Vec<String> {
    let text = fs::read_to_string(RECIPES).unwrap();
    text.split(FENCE).skip(1).map(|rest| rest.split_once("```").unwrap().0.to_owned()).collect()
}

#[test]
fn every_recipe_parses_and_has_a_description() {
    let recipes = recipes();
    assert!(recipes.len() >= AT_LEAST, "there are {} only", recipes.len());
    for recipe in recipes {
        let rule = Rule::parse(&recipe).unwrap_or_else(|error| panic!("{error}\n{recipe}"));
        assert!(rule.words().contains(' '), "{recipe}");
        let stored = serde_json::to_string(&rule).unwrap();
        assert_eq!(Rule::parse(&stored), Ok(rule), "{stored}");
    }
}

#[test]
fn the_recipes_have_a_condition_of_every_kind() {
    let all = recipes().concat();
    for kind in ["geo", "group", "from", "signed", "paid", "schedule", "signed_in", "all", "any"] {
        assert!(all.contains(&format!("\"{kind}\"")), "{kind}");
    }
}
