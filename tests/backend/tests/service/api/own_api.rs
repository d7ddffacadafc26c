//! The server of docs/guides/call-your-own-api.md in Rust. `tests/consumers/interop` runs those in TypeScript, Python
//! and Go.

#[expect(unreachable_pub, reason = "in the guide it is a module of a program")]
#[path = "../../../../../pkg-template/examples/own_api_server.rs"]
mod own_api_server;

use serde_json::json;
use stagepass_test_support::TestService;

use self::own_api_server::TicketVerifier;

#[tokio::test]
async fn only_ticket_for_own_audience_identifies_the_user() {
    let world = TestService::new().await;
    let verifier = TicketVerifier {
        http: world.http.clone(),
        service: world.service.base_url().to_owned(),
        bearer_token: world.app.bearer_token.clone(),
    };
    let tokens = world.login().await;
    let ticket = async |audience: &str| {
        let reply = world.issue_ticket(&tokens.access, &json!(audience)).await;
        format!("Ticket {}", reply.json()["ticket"].as_str().unwrap())
    };
    let own = ticket("https://api.radio.example").await;
    for _ in 0..2 {
        let user = verifier.user_of(Some(&own)).await.unwrap().expect("a user");
        let expected = (world.demo.user_id.unsigned_abs(), "demo", false);
        assert_eq!((user.user_id, user.handle.as_str(), user.verified), expected);
    }
    let bearer = format!("Bearer {}", tokens.access);
    let access_token = format!("Ticket {}", tokens.access);
    let of_another = ticket("https://other.example").await;
    for refused in [None, Some(""), Some("Ticket"), Some(&bearer), Some(&access_token), Some(&of_another)] {
        assert!(verifier.user_of(refused).await.unwrap().is_none(), "{refused:?}");
    }
    world.revoke(&tokens.refresh, &json!(world.app.api_key)).await;
    assert!(verifier.user_of(Some(&own)).await.unwrap().is_none());
    let unknown = TicketVerifier { bearer_token: "x".to_owned(), ..verifier };
    assert!(unknown.user_of(Some(&own)).await.is_err());
}
