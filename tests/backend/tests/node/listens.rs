//! What counts as a listen, and where it ends up.

use reqwest::Method;
use stagepass_backend::ServerSettings;
use stagepass_backend::clock::Clock as _;
use stagepass_backend::node::{Catalog as _, ListenCount, NodeSettings};
use stagepass_backend::store::Store;

use crate::support::alone::Alone;
use crate::support::{GATED, GATED_TRACK, MIXED, PUBLIC, World, query, track};

async fn listens_of(world: World) -> Vec<(u64, u64)> {
    let catalog = world.catalog.clone();
    world.node.shutdown().await;
    catalog.listens()
}

#[tokio::test]
async fn a_signed_address_is_a_listen() {
    let world = World::new().await;
    let good = world.good();
    for _ in 0..3 {
        assert_eq!(world.get(GATED, &good).await.status, 200);
    }
    // The same signature in another text is no other listener.
    assert_eq!(world.get(GATED, &format!("a=b&{good}")).await.status, 200);
    for user_id in [8, 9] {
        let data = stagepass_gate::Data { user_id: Some(user_id), ..world.data(GATED, GATED_TRACK) };
        assert_eq!(world.get(GATED, &query(&world.signed(&data))).await.status, 200);
    }
    assert_eq!(world.get(GATED, "").await.status, 401);
    assert_eq!(world.get(MIXED, &good).await.status, 401);
    assert_eq!(listens_of(world).await, [(GATED_TRACK, 3)]);
}

#[tokio::test]
async fn it_begins_at_the_beginning() {
    let world = World::new().await;
    let status_of = async |method: Method, name: &'static str, value: &str| {
        let request = world.ask(method, GATED, &world.good()).header(name, value);
        request.send().await.unwrap().status().as_u16()
    };
    for (range, status) in [("bytes=1-", 206), ("bytes=-5", 206), ("bytes=700001-", 416)] {
        assert_eq!(status_of(Method::GET, "range", range).await, status);
    }
    assert_eq!(status_of(Method::HEAD, "range", "bytes=0-1").await, 200);
    assert_eq!(status_of(Method::GET, "if-none-match", "*").await, 304);
    assert_eq!(status_of(Method::GET, "if-match", "\"other\"").await, 412);
    world.clock.advance(1);
    // As a player begins: with two bytes, and then with all of them.
    for range in ["bytes=0-1", "bytes=0-"] {
        assert_eq!(status_of(Method::GET, "range", range).await, 206);
    }
    assert_eq!(listens_of(world).await, [(GATED_TRACK, 1)]);
}

#[tokio::test]
async fn an_address_counts_once_while_the_track_plays() {
    let proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let world = World::with(|settings| NodeSettings {
        server: ServerSettings { trusted_proxies: proxies, ..settings.server.clone() },
        ..settings
    })
    .await;
    world.catalog.edit(PUBLIC, |content| content.tracks = vec![track(9, &[]), track(8, &[])]);
    let hear = async |query: &str, address: &str| {
        let request = world.ask(Method::GET, PUBLIC, query).header("x-forwarded-for", address);
        assert_eq!(request.send().await.unwrap().status(), 200);
    };
    for (query, address) in [
        ("", "192.0.2.1"),
        ("", "192.0.2.1"),
        ("track_id=8", "192.0.2.1"),
        ("track_id=9", "192.0.2.1"),
        ("track_id=9", "192.0.2.2"),
        ("track_id=77", "192.0.2.3"),
        // One subscriber.
        ("track_id=9", "2001:db8::1"),
        ("track_id=9", "2001:db8::2"),
    ] {
        hear(query, address).await;
    }
    world.clock.advance(199);
    hear("", "192.0.2.1").await;
    world.clock.advance(1);
    hear("", "192.0.2.1").await;
    assert_eq!(listens_of(world).await, [(8, 3), (9, 3)]);
}

#[tokio::test]
async fn the_service_counts_what_its_nodes_hear() {
    let mut alone = Alone::new().await;
    let (public, gated) = (alone.public(1, 20_000).await, alone.gated(2, 20_000).await);
    assert!(alone.hears(&public).await && alone.hears(&public).await);
    assert_eq!(alone.get(&gated.cid, &alone.signed(&gated)).await.status, 200);
    alone.stop().await;
    let store = Store::open(&alone.place.database()).await.unwrap();
    let today = alone.clock.now() / 86_400;
    for sound in [&public, &gated] {
        let listens = store.listens_of(i64::try_from(sound.id).unwrap(), 30).await.unwrap();
        assert_eq!((listens.total, listens.days), (1, vec![(today, 1)]));
    }
    let reports = alone.line.requests("/nodes/listens");
    assert_eq!(reports.iter().map(|report| report.status).collect::<Vec<_>>(), [204]);

    // The same once more, as from a node that got no answer.
    let again = alone.people.http.post(alone.people.url("/nodes/listens"));
    let again = again.header("authorization", &reports[0].authorization).body(reports[0].body.clone());
    assert_eq!(again.send().await.unwrap().status(), 204);
    assert_eq!(store.listens_of(i64::try_from(public.id).unwrap(), 30).await.unwrap().total, 1, "it counts once");
}

#[tokio::test]
async fn undelivered_listens_are_reported_after_outage() {
    let mut alone = Alone::new().await;
    let sound = alone.public(1, 20_000).await;
    let cache = tempfile::tempdir().unwrap();
    let catalog = alone.catalog(cache.path()).await;
    let today = alone.clock.now() / 86_400;
    let listens = |count| vec![ListenCount { track_id: sound.id, day: today, count }];
    let store = Store::open(&alone.place.database()).await.unwrap();
    let counted = async || store.listens_of(i64::try_from(sound.id).unwrap(), 30).await.unwrap().total;

    alone.line.cut().await;
    catalog.record_listens(listens(2)).await.unwrap();
    let refused = catalog.record_listens(listens(3)).await.unwrap_err().to_string();
    assert!(refused.starts_with("the service can't be asked: "), "the first ones wait still: {refused}");
    assert!(catalog.record_listens(vec![]).await.is_err());
    assert_eq!(counted().await, 0);
    alone.line.mend().await;
    catalog.record_listens(vec![]).await.unwrap();
    assert_eq!(counted().await, 2);
    catalog.record_listens(listens(3)).await.unwrap();
    assert_eq!(counted().await, 5);
    let many = (0..1000).map(|day| ListenCount { track_id: sound.id, day: today - day % 20, count: 1 });
    catalog.record_listens(many.collect()).await.unwrap();
    assert_eq!(counted().await, 1005);
    assert_eq!(alone.line.requests("/nodes/listens").len(), 5, "1,000 in three reports");
}
