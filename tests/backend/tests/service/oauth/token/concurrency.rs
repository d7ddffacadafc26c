//! Concurrent token requests, with a database that takes real locks: one statement decides which is first.

use std::sync::Arc;

use reqwest::Method;
use serde_json::json;
use stagepass_test_support::dpop::ProofKey;
use stagepass_test_support::{Reply, TestService, TestStorage, Tokens, sent};

const AT_ONCE: usize = 32;

/// A world over a file, since connections to memory are never more than one.
async fn world_on_disk() -> (Arc<TestService>, TestStorage) {
    let place = TestStorage::new();
    (Arc::new(TestService::with(place.settings()).await), place)
}

async fn all_at_once<F: Future<Output = Reply> + Send + 'static>(
    make: impl Fn(Arc<TestService>) -> F,
    world: &Arc<TestService>,
) -> Vec<Reply> {
    let tasks: Vec<_> = (0..AT_ONCE).map(|_| tokio::spawn(make(Arc::clone(world)))).collect();
    let mut replies = Vec::new();
    for task in tasks {
        replies.push(task.await.unwrap());
    }
    replies
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_32_exchanges_wins_and_is_revoked() {
    let (world, _place) = world_on_disk().await;
    let body = world.exchange_of(&world.code().await);
    let replies = all_at_once(
        move |world| {
            let body = body.clone();
            async move { world.token(&body).await }
        },
        &world,
    );
    let (won, lost): (Vec<_>, Vec<_>) = replies.await.into_iter().partition(|reply| reply.status == 200);
    assert_eq!((won.len(), lost.len()), (1, AT_ONCE - 1));
    assert!(lost.iter().all(|reply| reply.status == 400 && reply.error() == "invalid_grant"));
    let tokens = Tokens::of(&won[0]);
    assert_eq!(world.me(&tokens.access).await.status, 401);
    assert_eq!(world.refresh(&tokens.refresh).await.error(), "invalid_grant");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_32_refreshes_all_get_the_same_successor() {
    let (world, _place) = world_on_disk().await;
    let refresh = world.login().await.refresh;
    let replies = all_at_once(
        move |world| {
            let refresh = refresh.clone();
            async move { world.refresh(&refresh).await }
        },
        &world,
    );
    let successors: Vec<Tokens> = replies.await.iter().map(Tokens::of).collect();
    assert_eq!(successors.len(), AT_ONCE);
    assert!(successors.iter().all(|tokens| tokens.refresh == successors[0].refresh));
    assert_eq!(world.refresh(&successors[0].refresh).await.status, 200);
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
        let exchange = world.exchange_of(&world.code().await);
        let request = world.ask_with_proof(Method::POST, "/oauth/token", "", &key);
        grants.push(Tokens::of(&sent(request.json(&exchange)).await));
    }
    let mut asked = Vec::new();
    for (at, tokens) in grants.iter().enumerate() {
        for number in 0..AT_ONCE / 2 {
            let mut claims = world.proof_claims(&Method::GET, "/me", &tokens.access);
            // The same for both grants.
            claims["jti"] = json!(number.to_string());
            let proof = key.sign(&claims);
            for _ in 0..2 {
                let request = world.ask(Method::GET, "/me", "").header("dpop", &proof);
                let request = request.header("authorization", format!("DPoP {}", tokens.access));
                asked.push(tokio::spawn(async move { (at, number, sent(request).await) }));
            }
        }
    }
    let mut accepted = Vec::new();
    for reply in asked {
        let (at, number, reply) = reply.await.unwrap();
        if reply.status == 200 {
            accepted.push((at, number));
        } else {
            assert_eq!(reply.failure(), (401, "invalid_dpop_proof".to_owned()));
        }
    }
    accepted.sort_unstable();
    let all: Vec<_> = (0..2).flat_map(|at| (0..AT_ONCE / 2).map(move |number| (at, number))).collect();
    assert_eq!(accepted, all);
}
