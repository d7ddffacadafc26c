//! `GET /owner/tracks`.

use serde_json::{Value, json};

use crate::support::{EVES, GATED, NO_TICKET, TICKET, TestServer, no, signer};

#[tokio::test]
async fn owner_lists_tracks_signed_by_this_server() {
    let server = TestServer::new().await;
    server.service.has_track(70, &[signer().address()]);
    server.rule(70, &json!({ "signed_in": {} })).await;
    let lists = || server.service.lines().iter().filter(|line| line.contains("/users/1/tracks")).count();
    let (mut tracks, mut path, mut pages) = (Vec::new(), "/owner/tracks".to_owned(), 0);
    loop {
        let page = server.get(TICKET, &path).await.json();
        pages += 1;
        assert_eq!(lists(), pages, "a page is one request to the service");
        tracks.extend(page["tracks"].as_array().unwrap().clone());
        let Some(next) = page["nextCursor"].as_str() else { break };
        path = format!("/owner/tracks?cursor={}", next.replace('+', "%2B"));
    }
    assert!(pages > 1);
    let tracks = Value::from(tracks);
    let ids: Vec<_> = tracks.as_array().unwrap().iter().map(|track| track["trackId"].as_u64().unwrap()).collect();
    assert_eq!(ids, [GATED, 70], "neither the public one nor another server's");
    let [first, second] = [&tracks[0], &tracks[1]];
    assert_eq!((&first["title"], &first["rule"]), (&json!("Tape"), &Value::Null));
    assert_eq!(second["rule"], json!({ "signed_in": {} }));
    assert!(first["words"].as_str().unwrap().contains("Australia") && second["words"].is_string(), "{tracks}");
    assert_eq!(server.get(EVES, "/owner/tracks").await.json(), json!({ "tracks": [] }));
    assert_eq!(server.get(TICKET, "/owner/tracks?cursor=1&cursor=2").await.refusal(), no(400, "invalid_request"));
    assert_eq!(server.get(NO_TICKET, "/owner/tracks").await.refusal(), no(401, "ticket_required"));
}
