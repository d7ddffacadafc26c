//! `stagepass-backend app`, beyond `add`.

use std::process::Output;

use serde_json::{Value, json};
use stagepass_test_support::TestStorage;

use super::{add_demo, command, made, refused, with_password};

const FIRST: &str = "app add --owner demo --name Radio --redirect-uri http://localhost:5173/callback";
const SECOND: &str = "app add --owner other --name Tuner --redirect-uri com.example.tuner:/cb --description Stations";

fn run(place: &TestStorage, words: &str) -> Output {
    command(place, words).output().unwrap()
}

/// A place with two listeners, each with an app: its keys and secrets.
fn place_with_apps() -> (TestStorage, [Value; 2]) {
    let place = TestStorage::new();
    made(&add_demo(&place));
    made(&with_password(&place, "user add --handle other --name Other", "correct-horse"));
    let apps = [FIRST, SECOND].map(|words| made(&run(&place, words)));
    (place, apps)
}

fn key(app: &Value) -> &str {
    app["api_key"].as_str().unwrap()
}

fn names(output: &Output) -> Vec<String> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(!lines.contains("secret") && !lines.contains("bearer_token"), "{lines}");
    let name = |line: &str| serde_json::from_str::<Value>(line).unwrap()["name"].as_str().unwrap().to_owned();
    lines.lines().map(name).collect()
}

#[test]
fn they_are_listed_shown_replaced_and_deleted() {
    let (place, [radio, tuner]) = place_with_apps();
    let mut all = names(&run(&place, "app list"));
    // Those of one second are in the order of their keys.
    all.sort_unstable();
    assert_eq!(all, ["Radio", "Tuner"]);
    assert_eq!(names(&run(&place, "app list --owner OTHER")), ["Tuner"]);
    assert_eq!(names(&run(&place, "app list --owner nobody")), Vec::<String>::new());

    let mut shown = made(&run(&place, &format!("app show {}", key(&tuner).to_ascii_uppercase().replace("0X", "0x"))));
    assert!(shown["created_at"].take().is_u64());
    assert_eq!(
        shown,
        json!({
            "api_key": key(&tuner), "owner": "other", "name": "Tuner", "description": "Stations",
            "redirect_uris": ["com.example.tuner:/cb"], "session_idle": null, "session_longest": null,
            "dpop_bound_access_tokens": false, "created_at": null, "rate_limit": null,
        })
    );

    let replace =
        format!("app replace {} --name Loud --redirect-uri https://a.example/ --redirect-uri my.app:/", key(&tuner));
    let limited = made(&run(&place, &format!("{replace} --session-idle 3600 --session-longest 86400")));
    assert_eq!((&limited["session_idle"], &limited["session_longest"]), (&json!(3_600), &json!(86_400)));
    assert_eq!(limited["dpop_bound_access_tokens"], json!(false));
    let bound = made(&run(&place, &format!("{replace} --dpop-bound-access-tokens")));
    assert_eq!(bound["dpop_bound_access_tokens"], json!(true));
    assert_eq!(run(&place, &format!("{replace} --session-idle 299")).status.code(), Some(2));
    let replaced = made(&run(&place, &replace));
    assert_eq!(replaced["session_idle"], Value::Null, "it was left out");
    assert_eq!(replaced["dpop_bound_access_tokens"], json!(false), "it was left out");
    assert_eq!((&replaced["name"], &replaced["description"]), (&json!("Loud"), &Value::Null), "it was left out");
    assert_eq!(replaced["redirect_uris"], json!(["https://a.example/", "my.app:/"]));
    assert_eq!(made(&run(&place, &format!("app show {}", key(&tuner)))), replaced);
    let bad = run(&place, &format!("app replace {} --name Loud --redirect-uri http://10.0.0.1/", key(&tuner)));
    assert!(refused(&bad).contains("raw IP"));
    assert_eq!(made(&run(&place, &format!("app show {}", key(&tuner)))), replaced, "nothing has changed");

    let delete = format!("app delete {}", key(&radio));
    assert_eq!(made(&run(&place, &delete)), json!({ "api_key": key(&radio), "deleted": true }));
    assert_eq!(names(&run(&place, "app list")), ["Loud"]);
    let nothing = "replace --name X --redirect-uri https://a.example/";
    for words in ["show", "delete", nothing, "rotate --secret both"] {
        let refusal = refused(&run(&place, &format!("app {words} {}", key(&radio))));
        assert!(refusal.contains("there is no app with the API key") && refusal.contains(key(&radio)), "{refusal}");
    }
}

#[test]
fn app_limit_is_set_and_taken_back() {
    let (place, [radio, _]) = place_with_apps();
    let limit = |words: &str| run(&place, &format!("app limit {} {words}", key(&radio)));
    let set = made(&limit("--rate 500 --burst 9000"));
    assert_eq!(set["rate_limit"], json!({ "per_second": 500, "burst": 9000 }));
    assert_eq!(made(&run(&place, &format!("app show {}", key(&radio)))), set);
    for words in ["", "--rate 5", "--burst 5", "--rate 0 --burst 5", "--default --rate 5 --burst 5"] {
        assert_eq!(limit(words).status.code(), Some(2), "{words}");
    }
    assert_eq!(made(&limit("--default"))["rate_limit"], Value::Null);
    let unknown = run(&place, &format!("app limit 0x{} --default", "0".repeat(40)));
    assert!(refused(&unknown).contains("there is no app with the API key"));
}

#[test]
fn secrets_are_made_anew_and_printed_once() {
    let (place, [radio, _]) = place_with_apps();
    let rotate = |which: &str| made(&run(&place, &format!("app rotate {} --secret {which}", key(&radio))));
    let both = rotate("both");
    assert_eq!(both.as_object().unwrap().len(), 3);
    assert_eq!(key(&both), key(&radio));
    let one = rotate("api_secret");
    assert_eq!((one.as_object().unwrap().len(), one.get("bearer_token")), (2, None));
    let secrets = [&radio, &both, &one].map(|app| app["api_secret"].as_str().unwrap().to_owned());
    assert!(secrets.iter().all(|secret| secret.len() >= 43));
    assert!(secrets[0] != secrets[1] && secrets[1] != secrets[2] && secrets[0] != secrets[2]);
    assert!(rotate("bearer_token")["bearer_token"] != both["bearer_token"]);
    let unknown = run(&place, &format!("app rotate {} --secret api_key", key(&radio)));
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("api_secret, bearer_token or both"));
}
