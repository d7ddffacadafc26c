//! `stagepass-backend access-server`.

use serde_json::{Value, json};
use stagepass_test_support::TestStorage;

use super::{add_demo, command, made, refused};

fn run(place: &TestStorage, words: &str) -> Value {
    made(&command(place, words).output().unwrap())
}

#[test]
fn access_server_is_added_admitted_rotated_and_removed() {
    let place = TestStorage::new();
    made(&add_demo(&place));
    let app = run(&place, "app add --owner demo --name Radio --redirect-uri http://localhost:5173/callback");
    let key = app["api_key"].as_str().unwrap();
    let add = "access-server add --owner demo --origin https://access.example";
    let server = run(&place, &format!("{add} --app {key}"));
    let (id, credential) = (server["access_server_id"].as_str().unwrap(), server["credential"].as_str().unwrap());
    assert!(id.len() == 32 && credential.starts_with("as_") && credential.len() == 46, "{server}");
    let listed = run(&place, "access-server list --owner demo");
    assert_eq!(listed, json!({ "access_server_id": id, "origin": "https://access.example" }));

    let admitted = json!({ "api_key": key, "access_server_id": id, "origin": "https://access.example" });
    assert_eq!(run(&place, &format!("access-server admit {id} --app {key}")), admitted);
    for ended in [true, false] {
        let reply = run(&place, &format!("access-server end-admission {id} --app {key}"));
        assert_eq!(reply, json!({ "api_key": key, "access_server_id": id, "ended": ended }));
    }
    assert_ne!(run(&place, &format!("access-server rotate {id}"))["credential"], credential);
    assert_eq!(run(&place, &format!("access-server remove {id}"))["removed"], true);

    for (words, problem) in [
        (format!("access-server remove {id}"), "no access server with the ID"),
        (format!("access-server admit {id} --app {key}"), "no access server with the ID"),
        (format!("{add}/path"), "an origin is http(s)://host"),
        ("access-server add --owner none --origin https://a.example".to_owned(), "no user has the handle"),
    ] {
        let error = refused(&command(&place, &words).output().unwrap());
        assert!(error.contains(problem), "{words}: {error}");
    }
}
