//! The reason why a user may not hear a track, in JSON.

use serde_json::{Map, Value, json};
use stagepass_rules::{Denial, Refusal};

use crate::clock::rfc3339;

/// Returns `{"allowed": true}`, or `{"allowed": false}` with the body of the refusal.
pub(crate) fn allowed_or_not(refused: Option<&Denial>) -> Map<String, Value> {
    let mut answer = refused.map(body).unwrap_or_default();
    answer.insert("allowed".to_owned(), refused.is_none().into());
    answer
}

/// Returns the body of a refusal: its sentence, every condition that is not met, and the details of the first one.
pub(crate) fn body(refused: &Denial) -> Map<String, Value> {
    let first = refused.refusals.first();
    let mut body = Map::new();
    body.insert("error".to_owned(), refused.sentence.clone().into());
    body.insert("code".to_owned(), refused.code().into());
    body.insert("rule".to_owned(), first.map(|refusal| refusal.rule).into());
    // From the first version, in which every rule was about countries.
    if first.is_none() {
        body.insert("yourCountry".to_owned(), Value::Null);
    }
    body.extend(first.map(countries).unwrap_or_default());
    let refusals = refused.refusals.iter().map(|refusal| Value::Object(of_one(refusal)));
    body.insert("refusals".to_owned(), refusals.collect());
    body
}

fn of_one(refusal: &Refusal) -> Map<String, Value> {
    let mut one = countries(refusal);
    for (member, value) in [
        ("rule", Some(json!(refusal.rule))),
        ("code", Some(json!(refusal.code))),
        ("error", Some(json!(refusal.sentence))),
        ("opensAt", refusal.opens_at.map(|at| json!(rfc3339(at)))),
        ("buyUrl", refusal.buy_url.as_ref().map(|url| json!(url))),
        ("joinUrl", refusal.join_url.as_ref().map(|url| json!(url))),
        ("signIn", refusal.sign_in.then_some(json!(true))),
    ] {
        one.extend(value.map(|value| (member.to_owned(), value)));
    }
    one
}

/// Returns the members about countries. A rule about countries always states the caller's country, `null` if unknown.
fn countries(refusal: &Refusal) -> Map<String, Value> {
    let mut countries = Map::new();
    if refusal.rule == "geo" || refusal.your_country.is_some() {
        countries.insert("yourCountry".to_owned(), json!(refusal.your_country));
    }
    if let Some(allowed) = &refusal.allowed_countries {
        countries.insert("allowedCountries".to_owned(), json!(allowed));
    }
    countries
}
