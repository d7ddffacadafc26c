//! `/owner/webhooks` and `/webhooks/{id}`: who may say that something was paid.

use serde_json::{Value, json};

use crate::support::shop::{bad_signature, event_with, paid, signed};
use crate::support::{GRACES, NOW, TICKET, TestServer, no};

#[tokio::test]
async fn webhook_secret_is_shown_only_once() {
    let server = TestServer::new().await;
    let reply = server.post(TICKET, "/owner/webhooks", &json!({ "kind": "stagepass" })).await;
    let made = reply.json();
    let id = made["webhookId"].as_str().unwrap();
    assert_eq!((reply.status, &made["kind"]), (201, &json!("stagepass")));
    assert_eq!(made["url"], json!(format!("{}/webhooks/{id}", server.access.audience())));
    assert!(made["secret"].as_str().unwrap().len() >= 43);
    let stripe = json!({ "kind": "stripe", "secret": "whsec_0123456789abcdef" });
    let stripe = server.post(TICKET, "/owner/webhooks", &stripe).await;
    assert_eq!((stripe.status, stripe.json().get("secret")), (201, None), "who gave it knows it");

    let listed = server.get(TICKET, "/owner/webhooks").await;
    assert_eq!(listed.json()["webhooks"].as_array().unwrap().len(), 2);
    assert!(!listed.body.contains("secret") && !listed.body.contains("whsec"), "{}", listed.body);

    assert_eq!(server.delete(TICKET, &format!("/owner/webhooks/{id}")).await.status, 204);
    assert_eq!(server.delete(TICKET, &format!("/owner/webhooks/{id}")).await.refusal(), no(404, "not_found"));
    let secret = made["secret"].as_str().unwrap();
    let body = paid("e").to_string();
    assert_eq!(server.send(id, &signed(secret, NOW, &body), &body).await.refusal(), bad_signature());
}

#[tokio::test]
async fn invalid_webhook_is_rejected_without_echoing_secret() {
    let server = TestServer::new().await;
    for body in [
        json!({}),
        json!({ "kind": "paypal" }),
        json!({ "kind": "stripe" }),
        json!({ "kind": "stripe", "secret": "" }),
        json!({ "kind": "stripe", "secret": "sk_live_0123456789abcdef" }),
        json!({ "kind": "stripe", "secret": "whsec_ 0123456789abcdef" }),
        json!({ "kind": "stripe", "secret": format!("whsec_{}", "x".repeat(300)) }),
        json!({ "kind": "stagepass", "secret": "whsec_0123456789abcdef" }),
        json!({ "kind": "stagepass", "name": "x" }),
    ] {
        let reply = server.post(TICKET, "/owner/webhooks", &body).await;
        assert_eq!(reply.refusal(), no(400, "invalid_request"), "{body}");
        assert!(!reply.body.contains("0123456789abcdef"), "{}", reply.body);
    }
}

#[tokio::test]
async fn event_counts_only_with_valid_current_signature() {
    let server = TestServer::new().await;
    server.sells("album").await;
    let hook = server.hook().await;
    let body = paid("e1").to_string();
    let altered = body.replace("\"userId\":7", "\"userId\":8");
    assert_ne!(altered, body);
    let good = signed(&hook.secret, NOW, &body);
    let old = signed(&hook.secret, NOW - 301, &body);
    let ahead = signed(&hook.secret, NOW + 301, &body);
    for (signature, body, expected) in [
        ("t=1", &body, bad_signature()),
        (&signed("another secret", NOW, &body), &body, bad_signature()),
        (&good, &altered, bad_signature()),
        (&old, &body, no(400, "too_old")),
        (&ahead, &body, no(400, "in_the_future")),
        // What is wrong in both ways is not told that the time is wrong as well.
        (&old, &altered, bad_signature()),
    ] {
        assert_eq!(server.send(&hook.id, signature, body).await.refusal(), expected, "{signature}");
    }
    let wrong = server.send(&hook.id, "t=1", &body).await;
    for unknown in ["0123456789abcdef0123456789abcdef", "x", "No-Id", "a%2Fb"] {
        let reply = server.send(unknown, &good, &body).await;
        assert_eq!((reply.status, &reply.body), (wrong.status, &wrong.body), "{unknown}");
    }
    assert_eq!(server.purchases("album").await, Vec::<Value>::new());
    for at in [NOW - 300, NOW + 300] {
        assert_eq!(server.send(&hook.id, &signed(&hook.secret, at, &body), &body).await.status, 200, "{at}");
    }
    assert_eq!(server.state("album").await, "paid");
}

#[tokio::test]
async fn replay_changes_nothing_and_is_rejected_once_old() {
    let server = TestServer::new().await;
    server.sells("album").await;
    let hook = server.hook().await;
    let body = paid("e1").to_string();
    let recorded = signed(&hook.secret, NOW + 300, &body);
    assert_eq!(server.send(&hook.id, &recorded, &body).await.status, 200);
    let refund = json!({ "id": "e2", "type": "purchase.refunded", "created": NOW, "data": paid("")["data"] });
    server.deliver(&hook, &refund).await;
    for (later, status) in [(0, 200), (600, 200), (1, 400)] {
        server.clock.advance(later);
        assert_eq!(server.send(&hook.id, &recorded, &body).await.status, status, "{later}");
        assert_eq!(server.state("album").await, "refunded");
    }
    assert_eq!(server.send(&hook.id, &recorded, &body).await.refusal(), no(400, "too_old"));
}

#[tokio::test]
async fn the_same_id_counts_once_whatever_it_says() {
    let server = TestServer::new().await;
    server.sells("album").await;
    let hook = server.hook().await;
    server.deliver(&hook, &paid("e1")).await;
    server.deliver(&hook, &event_with("e1", "refunded", NOW, "note", &json!(1))).await;
    assert_eq!(server.state("album").await, "paid");
    let second = server.hook().await;
    server.deliver(&second, &event_with("e1", "refunded", NOW, "note", &json!(1))).await;
    assert_eq!(server.state("album").await, "refunded", "another sender has ids of its own");
}

#[tokio::test]
async fn event_for_unowned_product_is_rejected_until_created() {
    let server = TestServer::new().await;
    server.sells("album").await;
    let other_hook = server.hook_of(GRACES).await;
    assert_eq!(server.try_deliver(&other_hook, &paid("e1")).await.refusal(), no(422, "no_product"));
    assert_eq!(server.purchases("album").await, Vec::<Value>::new());

    let hook = server.hook().await;
    for product in ["tape", "no id", ""] {
        let event = event_with("e2", "paid", NOW, "product", &json!(product));
        assert_eq!(server.try_deliver(&hook, &event).await.refusal(), no(422, "no_product"), "{product}");
    }
    let event = event_with("e2", "paid", NOW, "product", &json!("tape"));
    server.sells("tape").await;
    server.deliver(&hook, &event).await;
    assert_eq!(server.state("tape").await, "paid");

    // Two owners may use the same ids for everything.
    let body = json!({ "name": "Another album" });
    server.put(GRACES, "/owner/products/album", &body).await;
    server.deliver(&other_hook, &paid("e1")).await;
    assert_eq!(server.purchases("album").await, Vec::<Value>::new());
    let path = "/owner/products/album/purchases";
    let sold = server.get(GRACES, path).await;
    assert_eq!(sold.json()["purchases"][0]["userId"], json!(7));
}

#[tokio::test]
async fn invalid_signed_event_is_rejected_with_reason() {
    let server = TestServer::new().await;
    server.sells("album").await;
    let hook = server.hook().await;
    for (event, words) in [
        (json!([]), "body: "),
        (json!({ "id": "e" }), "type"),
        (event_with("e", "paid", NOW, "userId", &json!("seven")), "userId"),
        (event_with("e", "paid", NOW, "userId", &json!(0)), "user ID"),
        (event_with("e", "paid", NOW, "endsAt", &json!(NOW * 1000)), "Unix seconds"),
        (event_with("e", "paid", NOW * 1000, "note", &json!(1)), "Unix seconds"),
        (event_with("", "paid", NOW, "note", &json!(1)), "ids"),
    ] {
        let reply = server.try_deliver(&hook, &event).await;
        assert_eq!(reply.refusal(), no(400, "invalid_request"), "{event}");
        assert!(reply.body.contains(words), "{}", reply.body);
    }
    server.deliver(&hook, &json!({ "id": "e", "type": "order.shipped", "created": NOW, "data": null })).await;
    assert_eq!(server.purchases("album").await, Vec::<Value>::new());
    let large = format!("\"{}\"", "x".repeat(40 << 10));
    let reply = server.send(&hook.id, &signed(&hook.secret, NOW, &large), &large).await;
    assert_eq!(reply.refusal(), no(400, "invalid_request"), "larger than other requests may be");
    let huge = "x".repeat(65 << 10);
    assert_eq!(server.send(&hook.id, "t=1", &huge).await.refusal(), no(413, "invalid_request"));
}

#[tokio::test]
async fn there_is_an_end_to_them() {
    let server = TestServer::new().await;
    for _ in 0..100 {
        server.hook().await;
    }
    let reply = server.post(TICKET, "/owner/webhooks", &json!({ "kind": "stagepass" })).await;
    assert_eq!(reply.refusal(), no(409, "too_many"));
}
