//! `/owner/products`.

use serde_json::json;

use crate::support::{TICKET, TestServer, no};

#[tokio::test]
async fn an_owner_makes_changes_and_deletes_products() {
    let server = TestServer::new().await;
    assert_eq!(server.get(TICKET, "/owner/products").await.json(), json!({ "products": [] }));
    let album = json!({ "id": "album", "name": "Album", "buyUrl": "https://shop.example/album" });
    let body = json!({ "name": " Album ", "buyUrl": "https://shop.example/album" });
    assert_eq!(server.put(TICKET, "/owner/products/album", &body).await.json(), album);
    server.clock.advance(1);
    let club = server.put(TICKET, "/owner/products/club", &json!({ "name": "Club", "buyUrl": null })).await;
    assert_eq!(club.json(), json!({ "id": "club", "name": "Club" }));
    assert_eq!(server.get(TICKET, "/owner/products").await.json(), json!({ "products": [club.json(), album] }));
    let changed = server.put(TICKET, "/owner/products/club", &json!({ "name": "The club" })).await;
    assert_eq!(server.get(TICKET, "/owner/products").await.json(), json!({ "products": [changed.json(), album] }));
    assert_eq!(server.delete(TICKET, "/owner/products/album").await.status, 204);
    assert_eq!(server.delete(TICKET, "/owner/products/album").await.refusal(), no(404, "not_found"));
    assert_eq!(server.get(TICKET, "/owner/products/album/purchases").await.refusal(), no(404, "not_found"));
}

#[tokio::test]
async fn invalid_product_is_rejected() {
    let server = TestServer::new().await;
    for (path, body) in [
        ("Album", json!({ "name": "x" })),
        ("album", json!({})),
        ("album", json!({ "name": "" })),
        ("album", json!({ "name": "x", "buyURL": "https://shop.example" })),
        ("album", json!({ "name": "x", "buyUrl": "javascript:alert(1)" })),
        ("album", json!(["x"])),
    ] {
        let reply = server.put(TICKET, &format!("/owner/products/{path}"), &body).await;
        assert_eq!(reply.refusal(), no(400, "invalid_request"), "{path} {body}");
    }
    assert_eq!(server.get(TICKET, "/owner/products").await.json(), json!({ "products": [] }));
}
