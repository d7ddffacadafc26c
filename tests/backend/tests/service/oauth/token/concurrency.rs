//! Concurrent requests of several grants, with a database that takes real locks. Those of one grant are in
//! `program/replicas.rs`.

use std::sync::Arc;

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::dpop::ProofKey;
use stagepass_test_support::{TestService, TestStorage, Tokens, sent};

const AT_ONCE: usize = 32;

/// A world over a file, since connections to memory are never more than one.
async fn world_on_disk() -> (Arc<TestService>, TestStorage) {
    let place = TestStorage::new();
    (Arc::new(TestService::with(place.settings()).await), place)
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_refreshes_of_different_grants_stay_apart() {
    let (world, _place) = world_on_disk().await;
    let mut all = Vec::new();
    for number in 0..AT_ONCE {
        let tokens = world.login().await;
        let is_revoked = number % 4 == 0;
        if is_revoked {
            assert_eq!(world.revoke(&tokens.refresh, &json!(world.app.api_key)).await.status, 200);
        }
        all.push((tokens, is_revoked));
    }
    let refreshing: Vec<_> = all
        .into_iter()
        .map(|(tokens, is_revoked)| {
            let world = Arc::clone(&world);
            tokio::spawn(async move { (world.refresh(&tokens.refresh).await, is_revoked) })
        })
        .collect();
    let mut successors = Vec::new();
    for refresh in refreshing {
        let (reply, is_revoked) = refresh.await.unwrap();
        if is_revoked {
            assert_eq!((reply.status, &*reply.error()), (400, "invalid_grant"));
        } else {
            successors.push(Tokens::of(&reply));
        }
    }
    // Each is the newest of its own grant.
    for tokens in &successors {
        assert_eq!(world.me(&tokens.access).await.status, 200);
        assert_eq!(world.refresh(&tokens.refresh).await.status, 200);
    }
    assert_eq!(successors.len(), AT_ONCE / 4 * 3);
}

/// Each proof is sent twice at once, and its `jti` is used for two grants. PostgreSQL gets them in batches.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_equal_proofs_are_accepted_once_per_grant() {
    let (world, _place) = world_on_disk().await;
    let key = ProofKey::new();
    let mut grants = Vec::new();
    for _ in 0..2 {
        grants.push(world.bound_login(&key).await);
    }
    let mut pending = Vec::new();
    for (at, tokens) in grants.iter().enumerate() {
        for number in 0..AT_ONCE / 2 {
            let mut claims = world.proof_claims(&Method::GET, "/me", &tokens.access);
            // The same for both grants.
            claims["jti"] = json!(number.to_string());
            let proof = key.sign(&claims);
            for _ in 0..2 {
                let request = world.ask(Method::GET, "/me", "").header("dpop", &proof);
                let request = request.header("authorization", format!("DPoP {}", tokens.access));
                pending.push(tokio::spawn(async move { (at, number, sent(request).await) }));
            }
        }
    }
    let mut accepted = Vec::new();
    for reply in pending {
        let (at, number, reply) = reply.await.unwrap();
        if reply.status == 200 {
            accepted.push((at, number));
        } else {
            reply.is_error(401, "invalid_dpop_proof");
        }
    }
    accepted.sort_unstable();
    let all: Vec<_> = (0..2).flat_map(|at| (0..AT_ONCE / 2).map(move |number| (at, number))).collect();
    assert_eq!(accepted, all);
}
