//! `POST /owner/groups/{id}/invitations`.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::json;

use crate::support::{EVES, GRACES, TICKET, TestServer, no};

const DAY: i64 = 24 * 60 * 60;

#[tokio::test]
async fn invitation_expires_after_days_by_server_clock() {
    let server = TestServer::new().await;
    server.group("friends", &[]).await;
    let invite = async |body| server.post(TICKET, "/owner/groups/friends/invitations", &body).await;
    let usual = invite(json!({})).await.json();
    assert_eq!(usual["expiresAt"], "2027-01-22T08:00:00Z");
    let without_body = server.of(TICKET, reqwest::Method::POST, "/owner/groups/friends/invitations");
    let without_body = stagepass_test_support::sent(without_body).await;
    assert_eq!((without_body.status, &without_body.json()["expiresAt"]), (201, &usual["expiresAt"]));
    assert_eq!(usual.get("link"), None, "the group says nothing of where it is joined");
    let short = invite(json!({ "days": 1 })).await.json();
    assert_eq!(short["expiresAt"], "2027-01-16T08:00:00Z");
    let text = |made: &serde_json::Value| made["invitation"].as_str().unwrap().to_owned();
    let later = json!({ "invitation": text(&short), "now": 1_800_000_000, "time": "2027-01-15T08:00:00Z" });
    assert_eq!(server.post(GRACES, "/join", &later).await.refusal(), no(400, "invalid_request"));
    server.clock.advance(DAY);
    assert_eq!(server.join(GRACES, &text(&short)).await.refusal(), no(410, "invitation_expired"));
    assert_eq!(server.join(GRACES, &text(&usual)).await.status, 200);
    server.clock.advance(-DAY);
    let set_back = server.join(EVES, &text(&short)).await;
    assert_eq!(set_back.refusal(), no(410, "invitation_expired"), "no clock that is set back makes it good again");
    for days in [json!(0), json!(91), json!(-1), json!(1.5), json!("7")] {
        assert_eq!(invite(json!({ "days": days })).await.refusal(), no(400, "invalid_request"), "{days}");
    }
    assert_eq!(invite(json!({ "days": 90 })).await.status, 201);
    let nowhere = server.post(TICKET, "/owner/groups/none/invitations", &json!({})).await;
    assert_eq!(nowhere.refusal(), no(404, "not_found"));
}

#[tokio::test]
async fn its_link_shows_it_to_no_server() {
    let server = TestServer::new().await;
    let group = json!({ "name": "Friends", "joinUrl": "https://ada.example/join?from=gate" });
    assert_eq!(server.put(TICKET, "/owner/groups/friends", &group).await.status, 200);
    let made = server.post(TICKET, "/owner/groups/friends/invitations", &json!({})).await.json();
    let invitation = made["invitation"].as_str().unwrap();
    assert_eq!(URL_SAFE_NO_PAD.decode(invitation).unwrap().len(), 32, "256 bits");
    assert_eq!(made["link"], format!("https://ada.example/join?from=gate#invitation={invitation}"));
}
