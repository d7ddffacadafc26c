//! The rate limits of one app: its users' calls, the token endpoint, its bearer token and the tickets that it has
//! verified count apart.

use reqwest::Method;
use serde_json::json;
use stagepass_backend::{Rate, Settings};
use stagepass_test_support::{
    AUDIENCE, CALLBACK, Request, TestService, TestStorage, Tokens, answer, person, registered, sent,
};

const BURST: u32 = 12;
/// Has the form of a ticket, but was never issued.
const JUNK: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// An app may have [`BURST`] requests of each kind at once, and so may one user of it.
async fn world() -> TestService {
    world_with(BURST).await
}

/// The same, but one user may have only `user_burst` requests at once.
async fn world_with(user_burst: u32) -> TestService {
    let [per_app, per_user] = [BURST, user_burst].map(|burst| Some(Rate { per_second: 1, burst }));
    TestService::with(Settings { per_app, per_user, ..stagepass_test_support::settings() }).await
}

/// The status with which the app of `world` has a ticket verified.
async fn verify(world: &TestService, ticket: &str) -> u16 {
    world.verify_ticket(&world.app.bearer_token, ticket, AUDIENCE).await.status
}

/// The tokens of a login of another user than `demo`.
async fn login_of_another(world: &TestService) -> Tokens {
    world.service.accounts().add_user(person("neighbour", "A neighbour")).await.unwrap();
    world.login_as("neighbour", &world.request()).await
}

/// Asks for the listener until that is too much.
async fn exhaust(world: &TestService, access: &str) {
    for count in 0.. {
        let reply = world.me(access).await;
        match reply.status {
            200 => assert!(count < 10 * BURST, "there is no end"),
            status => {
                assert_eq!(
                    (status, reply.error().as_str(), reply.header("retry-after")),
                    (429, "too_many_requests", "1")
                );
                assert_eq!(reply.header("access-control-allow-origin"), "*");
                assert!(reply.header("access-control-expose-headers").contains("retry-after"));
                return;
            }
        }
    }
}

#[tokio::test]
async fn its_tokens_count_and_another_apps_do_not() {
    let mut world = world().await;
    let tokens = world.login().await;
    let other = registered(&world.service, "Another", &[CALLBACK]).await;
    let first = std::mem::replace(&mut world.app, other);
    let other_tokens = world.login().await;
    exhaust(&world, &tokens.access).await;
    assert_eq!(world.me(&other_tokens.access).await.status, 200);

    world.app = first;
    // The token endpoint counts apart, and a revocation is not limited.
    let refreshed = world.refresh(&tokens.refresh).await;
    assert_eq!(refreshed.status, 200, "{}", refreshed.body);
    let tokens = Tokens::of(&refreshed);
    let client_id = json!(world.app.api_key);
    assert_eq!(world.revoke(&tokens.refresh, &client_id).await.status, 200);
    assert_eq!(world.me(&tokens.access).await.status, 401);
}

#[tokio::test]
async fn its_name_alone_counts_for_nothing() {
    let world = world().await;
    let tokens = world.login().await;
    for _ in 0..3 * BURST {
        assert_eq!(world.refresh("made up").await.status, 400);
        let code = world.token(&world.exchange_of("made up")).await;
        assert_eq!((code.status, code.error().as_str()), (400, "invalid_grant"));
    }
    assert_eq!(world.me(&tokens.access).await.status, 200);
}

#[tokio::test]
async fn its_bearer_token_counts() {
    let world = world().await;
    let mut statuses = Vec::new();
    for _ in 0..10 * BURST {
        statuses.push(sent(world.ask(Method::GET, "/users/1", &world.app.bearer_token)).await.status);
    }
    assert!(statuses.starts_with(&[200]) && statuses.contains(&429), "{statuses:?}");
}

#[tokio::test]
async fn one_users_loop_leaves_the_app_to_others() {
    let world = world_with(4).await;
    let looping = world.login().await;
    for _ in 0..2 {
        exhaust(&world, &looping.access).await;
    }
    for _ in 0..2 * BURST {
        world.me(&looping.access).await;
    }
    let neighbour = login_of_another(&world).await;
    assert_eq!(world.me(&neighbour.access).await.status, 200);
    assert_eq!(world.refresh(&neighbour.refresh).await.status, 200);
}

#[tokio::test]
async fn limited_refresh_keeps_token_and_spares_other_users() {
    let world = world_with(4).await;
    let mut refresh = world.login().await.refresh;
    let (mut refused, mut refreshed) = (false, false);
    while !(refused && refreshed) {
        let reply = world.refresh(&refresh).await;
        if reply.status == 429 {
            assert_eq!((reply.error().as_str(), reply.header("retry-after")), ("too_many_requests", "1"));
            refused = true;
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        } else {
            assert_eq!(reply.status, 200, "{}", reply.body);
            let next = Tokens::of(&reply).refresh;
            assert_ne!(next, refresh);
            (refresh, refreshed) = (next, refused);
        }
    }
    let neighbour = login_of_another(&world).await;
    assert_eq!(world.refresh(&neighbour.refresh).await.status, 200);
}

#[tokio::test]
async fn junk_tickets_are_limited_apart_from_valid_requests() {
    let world = world().await;
    let tokens = world.login().await;
    let mut refused = Vec::new();
    for ticket in ["x", JUNK] {
        for _ in 0..2 * BURST {
            refused.push(verify(&world, ticket).await);
        }
    }
    assert!(refused.iter().all(|status| [400, 429].contains(status)) && refused.contains(&429), "{refused:?}");
    assert_eq!(world.me(&tokens.access).await.status, 200);
    let ticket = world.ticket(&tokens.access).await;
    assert_eq!(verify(&world, &ticket).await, 200, "honest tickets count apart from junk");
    assert_eq!(world.refresh(&tokens.refresh).await.status, 200);
    login_of_another(&world).await;
}

#[tokio::test]
async fn operator_sets_the_rate_limit_of_one_app() {
    let place = TestStorage::new();
    let settings = || Settings { per_app: Some(Rate { per_second: 1, burst: 1 }), ..place.settings() };
    let mut world = TestService::with(settings()).await;
    let first = std::mem::replace(&mut world.app, registered(&world.service, "Another", &[CALLBACK]).await);
    assert!(place.run(&["app", "limit", &first.api_key, "--rate", "1", "--burst", "500"]).status.success());
    let mut world = world.restarted(settings()).await;
    let usual = [verify(&world, JUNK).await, verify(&world, JUNK).await, verify(&world, JUNK).await];
    assert!(usual.contains(&429), "{usual:?}");
    world.app = first;
    for _ in 0..20 {
        assert_eq!(verify(&world, JUNK).await, 400);
    }
}

#[tokio::test]
async fn unregistered_app_has_no_limit_of_its_own() {
    let world = world().await;
    let tokens = world.login_unregistered("Radio", CALLBACK).await;
    for _ in 0..3 * BURST {
        assert_eq!(world.me(&tokens.access).await.status, 200);
    }
}

/// The status with which the app of `world` introspects a token.
async fn introspect(world: &TestService, token: &str) -> u16 {
    let post = world.http.post(world.url("/oauth/introspect")).form(&[("token", token)]);
    sent(post.basic_auth(&world.app.api_key, Some(&world.app.api_secret))).await.status
}

/// Requests with a wrong client secret do not count for the app.
#[tokio::test]
async fn junk_introspection_is_limited_apart_from_valid_tokens() {
    let world = world().await;
    let tokens = world.login().await;
    let mut statuses = Vec::new();
    for _ in 0..10 * BURST {
        statuses.push(introspect(&world, JUNK).await);
    }
    assert!(statuses.contains(&429) && statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
    assert_eq!(introspect(&world, &tokens.access).await, 200);
    assert_eq!(
        (world.me(&tokens.access).await.status, verify(&world, &world.ticket(&tokens.access).await).await),
        (200, 200)
    );
    // Without the secret, nothing counts for the app.
    for _ in 0..3 * BURST {
        let post = world.http.post(world.url("/oauth/introspect")).form(&[("token", &tokens.access)]);
        assert_eq!(sent(post.basic_auth(&world.app.api_key, Some("x"))).await.status, 401);
    }
    assert_eq!(introspect(&world, &tokens.access).await, 200);
}

/// A thief makes the app's server check a stolen token or ticket in a loop. The user notices nothing.
#[tokio::test]
async fn repeated_token_or_ticket_checks_use_no_limit() {
    let world = world_with(4).await;
    let tokens = world.login().await;
    let ticket = world.ticket(&tokens.access).await;
    for _ in 0..3 * BURST {
        assert_eq!((introspect(&world, &tokens.access).await, verify(&world, &ticket).await), (200, 200));
    }
    let (access, ticket) = (tokens.access, world.ticket(&world.login().await.access).await);
    assert_eq!((introspect(&world, &access).await, verify(&world, &ticket).await), (200, 200));
    let others = login_of_another(&world).await;
    assert_eq!(introspect(&world, &others.access).await, 200);
}

/// `prompt=none` needs no click, so a page can request codes in a loop.
#[tokio::test]
async fn silent_codes_are_limited_per_user_and_app() {
    const HTTPS: &str = "https://radio.example/callback";
    let world = world_with(4).await;
    let app = registered(&world.service, "Tape Deck", &[HTTPS]).await;
    let request = Request::new(&app.api_key, HTTPS);
    let silent = request.clone().with("prompt", "none");
    let mut browser = world.browser_with_consent(&request).await;
    let mut refused = None;
    for _ in 0..10 * BURST {
        let reply = browser.get(&silent.path()).await;
        if reply.status == 429 {
            refused = Some(reply);
            break;
        }
        assert!(answer(&reply.location(), "code").is_some());
    }
    let refused = refused.expect("a limit");
    assert_eq!((refused.page().as_str(), refused.header("retry-after")), ("error", "1"));
    // The same user in another app, and another user in this app.
    assert!(answer(&world.approve(&world.request()).await, "code").is_some());
    world.service.accounts().add_user(person("neighbour", "A neighbour")).await.unwrap();
    world.browser().approve("neighbour", &request.path()).await;
}

#[tokio::test]
async fn approval_loop_of_one_user_is_limited() {
    let world = world_with(4).await;
    let path = world.request().path();
    let mut browser = world.browser_with_consent(&world.request()).await;
    let mut status = 303;
    for _ in 0..10 * BURST {
        let shown = browser.get(&path).await;
        let reply = browser.submit(&shown, "approve", &[]).await;
        status = reply.status;
        if status != 303 {
            break;
        }
    }
    assert_eq!(status, 429);
}
