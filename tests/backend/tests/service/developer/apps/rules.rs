//! The rules for an app, and which of them a refusal names.

use serde_json::json;
use stagepass_test_support::{CALLBACK, TestService, registered};

use super::{Developer, Reply};

pub(super) fn refused(reply: &Reply) -> (String, String) {
    let json = reply.json();
    assert_eq!((reply.status, json["error"].as_str()), (400, Some("invalid_request")), "{}", reply.body);
    (json["field"].as_str().unwrap().to_owned(), json["rule"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn names_and_descriptions() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    for (name, description, field, rule) in [
        ("", "", "name", "empty"),
        (&*"é".repeat(51), "", "name", "too_long"),
        ("a\0b", "", "name", "deceptive"),
        ("R\u{430}dio", "", "name", "mixed_scripts"),
        ("Stagepass", "", "name", "look_alike"),
        ("Radio", &*"é".repeat(161), "description", "too_long"),
        ("Radio", "a\0b", "description", "deceptive"),
    ] {
        let new = json!({ "name": name, "description": description, "redirectUris": [CALLBACK] });
        let expected = (field.to_owned(), rule.to_owned());
        assert_eq!(refused(&developer.create(&new).await), expected, "{new}");
        assert_eq!(refused(&developer.replace(&world.app.api_key, &new).await), expected, "{new}");
    }
}

#[tokio::test]
async fn name_like_another_developers_app_is_rejected() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let other = Developer::new_user(&world, "other").await;
    let named = |name: &str| json!({ "name": name, "redirectUris": [CALLBACK] });
    let own = other.create(&named("Tape Deck")).await.json()["api_key"].as_str().unwrap().to_owned();
    for name in ["Late Night Radio", "late night radio", "LateNightRadio", "Late Night Rad\u{ef}o", "Late Nlght Radio"]
    {
        let expected = ("name".to_owned(), "look_alike".to_owned());
        assert_eq!(refused(&other.create(&named(name)).await), expected, "{name}");
        assert_eq!(refused(&other.replace(&own, &named(name)).await), expected, "{name}");
        assert_eq!(developer.create(&named(name)).await.status, 201, "its own developer may: {name}");
    }
    assert_eq!(other.replace(&own, &named("tape deck")).await.status, 200, "an app keeps its name");
    assert_eq!(other.create(&named("Early Night Radio")).await.status, 201);
}

#[tokio::test]
async fn too_many_and_too_long() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let uris = |count: usize| (0..count).map(|at| format!("https://app.example/{at}")).collect::<Vec<String>>();
    let many = developer.create(&json!({ "name": "Radio", "redirectUris": uris(51) })).await;
    assert_eq!(refused(&many), ("redirectUris".to_owned(), "count".to_owned()));
    let long = format!("https://app.example/{}", "a".repeat(1_981));
    let reply = developer.create(&json!({ "name": "Radio", "redirectUris": [CALLBACK, long] })).await;
    assert_eq!(refused(&reply), ("redirectUris[1]".to_owned(), "too_long".to_owned()));
    assert!(reply.body.len() < 500, "it is not all repeated");
    let twice = developer.create(&json!({ "name": "Radio", "redirectUris": [CALLBACK, "my.app:/", CALLBACK] })).await;
    assert_eq!(twice.json()["redirectUris"], json!([CALLBACK, "my.app:/"]), "one address twice is one address");
    let all_twice = [uris(50), uris(50)].concat();
    assert_eq!(developer.create(&json!({ "name": "Radio", "redirectUris": all_twice })).await.status, 201);
}

/// Each developer may have 100. A deleted app makes room for another one.
#[tokio::test]
async fn concurrent_requests_create_at_most_100_apps() {
    let world = TestService::new().await;
    let developer = Developer::demo(&world).await;
    let other = Developer::new_user(&world, "other").await;
    for _ in 0..97 {
        registered(&world.service, "Radio", &[CALLBACK]).await;
    }
    let new = json!({ "name": "Last", "redirectUris": [CALLBACK] });
    let replies = futures_util::future::join_all((0..8).map(|_| developer.create(&new))).await;
    let made = replies.iter().filter(|reply| reply.status == 201).count();
    assert_eq!(made, 2, "98 were there");
    for refused in replies.iter().filter(|reply| reply.status != 201) {
        refused.is_error(409, "too_many_apps");
    }
    assert_eq!(developer.names().await.len(), 100);
    assert_eq!(developer.delete(&world.app.api_key).await.status, 204);
    assert_eq!(developer.create(&new).await.status, 201, "there is room again");
    let of_other = json!({ "name": "First", "redirectUris": [CALLBACK] });
    assert_eq!(other.create(&of_other).await.status, 201, "each has a hundred");
}
