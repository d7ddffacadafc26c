//! Move to another database. Users stay signed in.

use std::collections::BTreeMap;

use stagepass_backend::Settings;
use stagepass_test_support::{TestService, TestStorage, Tokens, person};

/// A user who is signed in, in an app and with a browser.
struct SignedIn {
    tokens: Tokens,
    cookies: BTreeMap<String, String>,
}

impl SignedIn {
    async fn at(world: &TestService) -> Self {
        let (browser, _) = world.signed_in("demo", &world.request().path()).await;
        Self { tokens: world.login().await, cookies: browser.cookies }
    }

    async fn is_signed_in(&mut self, world: &TestService) {
        let mut browser = world.browser();
        browser.cookies = self.cookies.clone();
        assert_eq!(browser.get("/v1/account").await.status, 200);
        assert_eq!(world.me(&self.tokens.access).await.status, 200);
        self.tokens = Tokens::of(&world.refresh(&self.tokens.refresh).await);
        assert_eq!(world.me(&self.tokens.access).await.status, 200);
    }
}

#[tokio::test]
async fn sessions_survive_copy_to_another_database() {
    let place = TestStorage::new();
    let file = |name: &str| place.folder().join(name);
    let (first, last) = (file("first.db"), file("last.db"));
    let world = TestService::with(Settings { database: first.clone().into(), ..place.settings() }).await;
    let mut listener = SignedIn::at(&world).await;
    let copy = |from: &str, to: &str| place.copy(from, to)["rows"].clone();
    let there = copy(&format!("sqlite:{}", first.display()), place.address());
    assert_eq!((&there["users"], &there["sessions"]), (&1.into(), &2.into()));

    let world = world.restarted(place.settings()).await;
    listener.is_signed_in(&world).await;
    let next = world.service.accounts().add_user(person("second", "Second")).await.unwrap();
    assert_eq!(next.user_id, 2, "no number is given out twice");

    let back = copy(place.address(), &format!("sqlite:{}", last.display()));
    assert_eq!((&back["users"], &back["grants"]), (&2.into(), &there["grants"]));
    let world = world.restarted(Settings { database: last.into(), ..place.settings() }).await;
    listener.is_signed_in(&world).await;
}
