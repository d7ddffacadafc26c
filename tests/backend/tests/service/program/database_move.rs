//! Move to another database, and key change. Users stay signed in.

use std::collections::BTreeMap;

use stagepass_backend::{Settings, TokenKeys};
use stagepass_test_support::secrets::{self, Kind, note};
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

    /// The statuses of the app's call and of the browser's page.
    async fn statuses(&self, world: &TestService) -> (u16, u16) {
        let mut browser = world.browser();
        browser.cookies = self.cookies.clone();
        (world.me(&self.tokens.access).await.status, browser.get("/v1/account").await.status)
    }

    async fn is_signed_in(&mut self, world: &TestService) {
        assert_eq!(self.statuses(world).await, (200, 200));
        self.tokens = Tokens::of(&world.refresh(&self.tokens.refresh).await);
        assert_eq!(self.statuses(world).await, (200, 200));
    }
}

/// Tokens that were not refreshed while the file had both keys become invalid.
#[tokio::test]
async fn key_change_keeps_active_users_signed_in() {
    let place = TestStorage::new();
    let [old, new] = ["11", "22"].map(|pair| pair.repeat(32));
    for key in [&old, &new] {
        note(Kind::TokenKey, key);
    }
    let file = place.folder().join("keys");
    let with = |lines: &str| {
        secrets::write_file(&file, lines);
        Settings { token_keys: TokenKeys::File(file.clone()), ..place.settings() }
    };
    let world = TestService::with(with(&format!("{old}\n"))).await;
    let (mut back, absent) = (SignedIn::at(&world).await, SignedIn::at(&world).await);

    let world = world.restarted(with(&format!("{new}\n{old}\n"))).await;
    back.is_signed_in(&world).await;
    assert_eq!(absent.statuses(&world).await, (200, 200));

    let world = world.restarted(with(&format!("{new}\n"))).await;
    back.is_signed_in(&world).await;
    assert_eq!(absent.statuses(&world).await, (401, 200), "what only the old key has signed is void");
    assert_eq!(world.refresh(&absent.tokens.refresh).await.error(), "invalid_grant");
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
