//! `GET /owner/rules`.

use serde_json::json;

use crate::support::{EVE, EVES, GATED, NO_TICKET, OTHERS, TICKET, TestServer, no, signer};

#[tokio::test]
async fn owner_lists_rules_of_own_tracks() {
    let server = TestServer::new().await;
    server.service.has_track(70, &[signer().address()]);
    server.rule(70, &json!({ "signed_in": {} })).await;
    let path = format!("/owner/rules?ids=70,{GATED}");
    let list = server.get(TICKET, &path).await.json();
    let [first, second] = [&list["rules"][0], &list["rules"][1]];
    assert_eq!((&first["trackId"], &first["rule"]), (&json!(70), &json!({ "signed_in": {} })));
    assert_eq!((&second["trackId"], &second["rule"]), (&json!(GATED), &json!(null)));
    assert!(first["words"].is_string() && second["words"].as_str().unwrap().contains("Australia"), "{list}");
    assert_eq!(list["rules"].as_array().unwrap().len(), 2);
    assert_eq!(server.get(EVES, &path).await.refusal(), no(403, "another_user"));
    assert_eq!(
        server.get(TICKET, &format!("/owner/rules?ids={GATED},{OTHERS}")).await.refusal(),
        no(404, "not_an_authority")
    );
    assert_eq!(server.get(NO_TICKET, &path).await.refusal(), no(401, "ticket_required"));
    let many = format!("ids={}", vec!["7"; 51].join(","));
    for query in ["", "ids=", "ids=7,", "ids=seven", "ids=7&ids=70", &many] {
        let refusal = server.get(TICKET, &format!("/owner/rules?{query}")).await.refusal();
        assert_eq!(refusal, no(400, "invalid_request"), "{query}");
    }
}

#[tokio::test]
async fn too_many_lists_limit_only_their_owner() {
    let server = TestServer::new().await;
    server.service.has_track_of(EVE, 70, &[signer().address()]);
    let mut statuses = Vec::new();
    for _ in 0..200 {
        statuses.push(server.get(TICKET, &format!("/owner/rules?ids={GATED}")).await.status);
        if statuses.ends_with(&[429]) {
            break;
        }
    }
    assert!(statuses.len() > 20 && statuses.ends_with(&[429]), "{statuses:?}");
    assert_eq!(server.get(EVES, "/owner/rules?ids=70").await.status, 200);
}
