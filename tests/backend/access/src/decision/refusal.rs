//! Why somebody may not hear a track, as programs read it.

use serde_json::{Map, Value, json};
use stagepass_rules::{Denial, Refusal};

use crate::clock::rfc3339;

/// `{"allowed": true}`, or `{"allowed": false}` and the body of the refusal.
pub(crate) fn allowed_or_not(refused: Option<&Denial>) -> Map<String, Value> {
    let mut answer = refused.map(body).unwrap_or_default();
    answer.insert("allowed".to_owned(), refused.is_none().into());
    answer
}

/// The body of a refusal: the sentence of the whole, every leaf of the rule that stands in the way, and once more what is said of the first of these.
pub(crate) fn body(refused: &Denial) -> Map<String, Value> {
    let first = refused.refusals.first();
    let mut body = Map::new();
    body.insert("error".to_owned(), refused.sentence.clone().into());
    body.insert("code".to_owned(), refused.code().into());
    body.insert("rule".to_owned(), first.map(|refusal| refusal.rule).into());
    // There from the beginning, when every rule was about countries.
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

/// What a refusal says of countries: of a rule about these always which one the caller is in, `null` if nobody knows.
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
