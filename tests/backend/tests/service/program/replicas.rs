//! Two services on one database, known by one address: whichever of them is asked, the answer is the same.

use std::sync::Arc;

use reqwest::Method;
use serde_json::json;
use stagepass_backend::base_url::BaseUrl;
use stagepass_backend::entropy::SeededEntropy;
use stagepass_backend::store::Store;
use stagepass_backend::{ServiceHandle, Settings, start};
use stagepass_test_support::dpop::ProofKey;
use stagepass_test_support::{Browser, Reply, TestService, TestStorage, Tokens, answer, sent};

const AT_ONCE: usize = 32;

struct Replicas {
    first: TestService,
    second: ServiceHandle,
    _place: TestStorage,
}

impl Replicas {
    async fn new() -> Self {
        let place = TestStorage::new();
        let base_url = BaseUrl::parse("http://replicas.test/v1").unwrap();
        let settings = Settings { base_url: Some(base_url), ..place.settings() };
        let first = TestService::with(settings.clone()).await;
        // Another chance: two services never draw the same numbers.
        let entropy = Arc::new(SeededEntropy::new(8));
        let second = start(Settings { clock: first.clock.clone(), entropy, ..settings }).await.unwrap();
        Self { first, second, _place: place }
    }

    fn origin(&self, which: usize) -> String {
        if which.is_multiple_of(2) { self.first.service.origin() } else { self.second.origin() }
    }

    async fn post(&self, which: usize, path: &str, body: &serde_json::Value) -> Reply {
        let url = format!("{}/v1{path}", self.origin(which));
        sent(self.first.http.post(url).json(body)).await
    }

    async fn refresh(&self, which: usize, refresh_token: &str) -> Reply {
        self.post(which, "/oauth/token", &self.first.refresh_of(refresh_token)).await
    }

    async fn me(&self, which: usize, access_token: &str) -> u16 {
        let url = format!("{}/v1/me", self.origin(which));
        self.first.http.get(url).bearer_auth(access_token).send().await.unwrap().status().as_u16()
    }

    fn browser(&self, which: usize) -> Browser {
        Browser::new(self.origin(which), self.first.http.clone())
    }

    /// Signs in and approves at the first, and returns the code.
    async fn code(&self) -> String {
        self.browser(0).approve("demo", &self.first.request().path()).await
    }

    async fn login(&self) -> Tokens {
        Tokens::of(&self.post(0, "/oauth/token", &self.first.exchange_of(&self.code().await)).await)
    }

    /// As many requests at once as there are, each to the one after the other.
    async fn all_at_once(self: &Arc<Self>, body: serde_json::Value) -> Vec<Reply> {
        let ask = |which| {
            let (replicas, body) = (Arc::clone(self), body.clone());
            tokio::spawn(async move { replicas.post(which, "/oauth/token", &body).await })
        };
        let mut replies = Vec::new();
        for task in (0..AT_ONCE).map(ask).collect::<Vec<_>>() {
            replies.push(task.await.unwrap());
        }
        replies
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_proof_at_two_replicas_is_accepted_once() {
    let (replicas, key) = (Replicas::new().await, ProofKey::new());
    let world = &replicas.first;
    let exchange = world.exchange_of(&replicas.code().await);
    let request = world.http.post(format!("{}/v1/oauth/token", replicas.origin(0)));
    let proof = key.sign(&world.proof_claims(&Method::POST, "/oauth/token", ""));
    let tokens = Tokens::of(&sent(request.header("dpop", proof).json(&exchange)).await);
    let proof = key.sign(&world.proof_claims(&Method::GET, "/me", &tokens.access));
    let tasks = (0..AT_ONCE).map(|which| {
        let request = world.http.get(format!("{}/v1/me", replicas.origin(which)));
        tokio::spawn(sent(request.header("authorization", format!("DPoP {}", tokens.access)).header("dpop", &proof)))
    });
    let mut accepted = 0;
    for reply in tasks.collect::<Vec<_>>() {
        let reply = reply.await.unwrap();
        accepted += usize::from(reply.status == 200);
        assert!(reply.status == 200 || reply.failure() == (401, "invalid_dpop_proof".to_owned()), "{}", reply.body);
    }
    assert_eq!(accepted, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn login_and_logout_apply_at_both_replicas() {
    let replicas = Replicas::new().await;
    let request = replicas.first.request().path();
    let mut browser = replicas.browser(0);
    let next = browser.sign_in("demo", &request).await;
    let mut other = replicas.browser(1);
    other.cookies = browser.cookies;
    let consent = other.get(&next).await;
    assert_eq!(consent.page(), "consent");
    let code = answer(&other.submit(&consent, "approve", &[]).await.location(), "code").unwrap();
    let tokens = Tokens::of(&replicas.post(0, "/oauth/token", &replicas.first.exchange_of(&code)).await);
    assert_eq!(replicas.me(1, &tokens.access).await, 200);
    let tokens = Tokens::of(&replicas.refresh(1, &tokens.refresh).await);
    let body = json!({ "token": tokens.refresh, "client_id": replicas.first.app.api_key });
    assert_eq!(replicas.post(1, "/oauth/revoke", &body).await.status, 200);
    assert_eq!(replicas.me(0, &tokens.access).await, 401);
    assert_eq!(replicas.refresh(0, &tokens.refresh).await.error(), "invalid_grant");
}

/// The tokens of the winner are then invalid at both replicas.
#[tokio::test(flavor = "multi_thread")]
async fn one_of_32_exchanges_wins_across_replicas() {
    let replicas = Arc::new(Replicas::new().await);
    let body = replicas.first.exchange_of(&replicas.code().await);
    let (won, lost): (Vec<_>, Vec<_>) =
        replicas.all_at_once(body).await.into_iter().partition(|reply| reply.status == 200);
    assert_eq!((won.len(), lost.len()), (1, AT_ONCE - 1));
    assert!(lost.iter().all(|reply| reply.status == 400 && reply.error() == "invalid_grant"));
    let tokens = Tokens::of(&won[0]);
    for which in [0, 1] {
        assert_eq!(replicas.me(which, &tokens.access).await, 401);
        assert_eq!(replicas.refresh(which, &tokens.refresh).await.error(), "invalid_grant");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_refreshes_at_replicas_get_same_successor() {
    let replicas = Arc::new(Replicas::new().await);
    let refresh = replicas.login().await.refresh;
    let body = replicas.first.refresh_of(&refresh);
    let successors: Vec<Tokens> = replicas.all_at_once(body).await.iter().map(Tokens::of).collect();
    assert!(successors.iter().all(|tokens| tokens.refresh == successors[0].refresh));
    assert_eq!(replicas.refresh(1, &successors[0].refresh).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn successor_used_at_one_replica_counts_at_another() {
    let replicas = Replicas::new().await;
    let before = replicas.login().await;
    let after = Tokens::of(&replicas.refresh(0, &before.refresh).await);
    replicas.first.clock.advance(60);
    assert_eq!(Tokens::of(&replicas.refresh(1, &before.refresh).await).refresh, after.refresh, "it may have been lost");
    assert_eq!(replicas.me(1, &after.access).await, 200);
    assert_eq!(replicas.refresh(0, &before.refresh).await.error(), "invalid_grant", "it has arrived");
    assert_eq!(replicas.me(1, &after.access).await, 401);
}

#[tokio::test]
async fn two_that_migrate_together_make_one_schema() {
    let place = TestStorage::empty();
    let (one, two) = (place.database(), place.database());
    let (one, two) = tokio::join!(Store::migrate(&one), Store::migrate(&two));
    assert_eq!(one.unwrap().1, two.unwrap().1);
    let (one, two) = tokio::join!(start(place.settings()), start(place.settings()));
    let (one, two) = (one.unwrap(), two.unwrap());
    let add = |service: &ServiceHandle, handle: &str| {
        let accounts = service.accounts();
        let new = stagepass_test_support::person(handle, "Somebody");
        async move { accounts.add_user(new).await.unwrap().user_id }
    };
    let mut ids = <[i64; 2]>::from(tokio::join!(add(&one, "first"), add(&two, "second")));
    ids.sort_unstable();
    assert_eq!(ids, [1, 2]);
}
