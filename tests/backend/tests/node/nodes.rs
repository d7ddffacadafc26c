//! `/nodes/…` of the service: its responses to nodes, and to clients that pretend to be one.

use reqwest::Method;
use serde_json::json;
use stagepass_backend::clock::Clock as _;
use stagepass_backend::media::Bucket;
use stagepass_gate::Signer;
use stagepass_test_support::{Reply, TestStorage, sent};

use crate::support::alone::{Alone, Sound, node_key};

async fn send_request(alone: &Alone, method: Method, path: &str, headers: &[(&str, &str)]) -> Reply {
    let request = alone.people.ask(method, path, "");
    sent(headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))).await
}

async fn scene() -> (Alone, Sound) {
    let alone = Alone::new().await;
    let sound = alone.gated(1, 100_000).await;
    (alone, sound)
}

#[tokio::test]
async fn registered_node_gets_content_metadata() {
    let (alone, sound) = scene().await;
    let good = alone.authorization(&node_key(), &sound.cid, 0);
    let path = format!("/nodes/contents/{}", sound.cid);
    let reply = send_request(&alone, Method::GET, &path, &[("authorization", &good)]).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "no-store"));
    let body = reply.json();
    let data = &body["data"];
    assert_eq!(
        data["tracks"],
        json!([{
            "track_id": 1, "delisted": false, "owner_uploaded": true, "access_authorities": [alone.authority.address().to_string()]
        }])
    );
    let (size, duration) = (sound.bytes.len(), 12_500);
    assert_eq!(
        (&data["cid"], &data["mime_type"], &data["size"], &data["duration_ms"]),
        (&json!(sound.cid), &json!("audio/wav"), &json!(size), &json!(duration))
    );
    assert_eq!(data["upload_ids"].as_array().unwrap().len(), 1);
    let etag = reply.header("etag").to_owned();
    let reply = send_request(&alone, Method::GET, &path, &[("authorization", &good), ("if-none-match", &etag)]).await;
    assert_eq!((reply.status, reply.body.len(), reply.header("etag")), (304, 0, etag.as_str()));
    let unknown = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
    for path in [format!("/nodes/contents/{unknown}"), format!("/nodes/contents/{unknown}/audio")] {
        let good = alone.authorization(&node_key(), unknown, 0);
        let reply = send_request(&alone, Method::GET, &path, &[("authorization", &good)]).await;
        assert_eq!((reply.status, &reply.json()["error"]), (404, &json!("not_found")), "{path}");
    }
    let hidden = "..%2F..%2Ftest.db";
    let of_that = alone.authorization(&node_key(), "../../test.db", 0);
    let reply =
        send_request(&alone, Method::GET, &format!("/nodes/contents/{hidden}/audio"), &[("authorization", &of_that)])
            .await;
    assert_eq!(reply.status, 404, "no other file can be asked for");
}

#[tokio::test]
async fn invalid_node_authorization_is_rejected() {
    let (alone, sound) = scene().await;
    let stranger = Signer::from_bytes(&[8; 32]).unwrap();
    let other = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
    for path in [format!("/nodes/contents/{}", sound.cid), format!("/nodes/contents/{}/audio", sound.cid)] {
        for (value, words) in [
            ("Bearer x".to_owned(), "invalid signature"),
            (alone.authorization(&node_key(), other, 0), "signature contains incorrect CID"),
            (alone.authorization(&stranger, &sound.cid, 0), "signer not in list of registered nodes"),
            (alone.authorization(&node_key(), &sound.cid, 61), "signature too old"),
            (alone.authorization(&node_key(), &sound.cid, -31), "signature from the future"),
        ] {
            let reply = send_request(&alone, Method::GET, &path, &[("authorization", &value)]).await;
            assert_eq!((reply.status, reply.header("www-authenticate")), (401, "Node"));
            let expected = json!({ "error": "invalid_signature", "error_description": words });
            assert_eq!(reply.json(), expected, "{path}");
            assert_eq!(reply.header("access-control-allow-origin"), "", "no page may ask");
        }
    }
}

#[tokio::test]
async fn while_the_bucket_is_away_it_says_so() {
    let mut alone = Alone::at(TestStorage::with_bucket(), 1 << 20).await;
    let sound = alone.gated(1, 100_000).await;
    alone.place.s3().stop();
    let good = alone.authorization(&node_key(), &sound.cid, 0);
    let path = format!("/nodes/contents/{}/audio", sound.cid);
    let reply = send_request(&alone, Method::GET, &path, &[("authorization", &good)]).await;
    assert_eq!((reply.status, reply.header("retry-after")), (503, "5"));
    assert_eq!(reply.json()["error"], "storage_unavailable");
    let settings = alone.place.s3().settings();
    assert!(Bucket::open(&settings).unwrap().check().await.is_err());
}

#[tokio::test]
async fn a_report_that_is_none_is_refused() {
    let alone = Alone::new().await;
    let today = alone.clock.now() / 86_400;
    let report = async |body: String, signer: &Signer| {
        let cid = cid_of(body.as_bytes());
        let request = alone.people.http.post(alone.people.url("/nodes/listens"));
        let request = request.header("authorization", alone.authorization(signer, &cid, 0)).body(body);
        sent(request).await
    };
    let good = json!({ "report_id": "a", "listens": [{ "track_id": 1, "day": today, "count": 1 }] });
    assert_eq!(report(good.to_string(), &node_key()).await.status, 204, "of a track that there isn't: left out");
    let stranger = Signer::from_bytes(&[8; 32]).unwrap();
    assert_eq!(report(good.to_string(), &stranger).await.status, 401);
    for body in ["", "[]", "{}", r#"{"report_id":"a","listens":[{"track_id":1,"day":1,"count":1}]}"#] {
        let reply = report(body.to_owned(), &node_key()).await;
        assert_eq!((reply.status, &reply.json()["error"]), (400, &json!("invalid_request")), "{body}");
    }
    assert_eq!(report(" ".repeat(40_000), &node_key()).await.status, 413);
    let unsigned_body = alone.people.http.post(alone.people.url("/nodes/listens"));
    let for_another = alone.authorization(&node_key(), &cid_of(b"another"), 0);
    let request = unsigned_body.header("authorization", for_another).body(good.to_string());
    assert_eq!(request.send().await.unwrap().status(), 401, "a signature is for one body");
}

/// The name that follows from bytes: version 1, raw, SHA-256, base32.
fn cid_of(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    let name = [&[0x01, 0x55, 0x12, 0x20][..], &sha2::Sha256::digest(bytes)].concat();
    format!("b{}", data_encoding::BASE32_NOPAD.encode(&name).to_ascii_lowercase())
}

#[tokio::test]
async fn service_without_nodes_has_no_node_routes() {
    let place = TestStorage::new();
    let alone = Alone::of(place.settings(), place, 1 << 20).await;
    let sound = alone.public(1, 9_000).await;
    let good = alone.authorization(&node_key(), &sound.cid, 0);
    for (method, path) in [
        (Method::GET, format!("/nodes/contents/{}", sound.cid)),
        (Method::GET, format!("/nodes/contents/{}/audio", sound.cid)),
        (Method::POST, "/nodes/listens".to_owned()),
    ] {
        let reply = send_request(&alone, method, &path, &[("authorization", &good)]).await;
        assert_eq!((reply.status, &reply.json()["error"]), (404, &json!("no_nodes")), "{path}");
    }
}
