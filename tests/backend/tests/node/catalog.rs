//! A track changes during playback: a node on a service's own catalogue, and one on another machine, apply the change
//! within two seconds.

mod remote;
pub(crate) mod store;

use std::sync::Arc;

use serde_json::{Value, json};
use stagepass_backend::node::{NodeHandle, NodeSettings, start};
use stagepass_gate::Signer;
use stagepass_test_support::person;

use crate::support::alone::{Alone, Sound};
use crate::support::{INVALID, NOT_AUTHORIZED, Reply, unauthorized};

const DELISTED: &str = "the track has been delisted";

/// A service, a node alone, and one on the service's own catalogue.
struct Nodes {
    alone: Alone,
    beside: NodeHandle,
    token: String,
}

impl Nodes {
    async fn new() -> Self {
        let alone = Alone::new().await;
        let token = alone.people.login().await.access;
        let catalog = Arc::new(stagepass_backend::catalog(&alone.people.service));
        let settings = NodeSettings { clock: alone.clock.clone(), ..NodeSettings::new(catalog) };
        Self { beside: start(settings).await.unwrap(), alone, token }
    }

    async fn change(&self, sound: &Sound, change: &Value) {
        let url = self.alone.people.url(&format!("/tracks/{}", sound.id));
        let changed = self.alone.people.http.patch(url).bearer_auth(&self.token).json(change).send().await.unwrap();
        assert_eq!(changed.status(), 200, "{}", changed.text().await.unwrap());
    }

    /// What both answer, with the clock no more than two seconds later: the status, and the words if there is no audio.
    async fn answers(&self, sound: &Sound, query: &str) -> (u16, String) {
        self.alone.clock.advance(1);
        let mut answers = Vec::new();
        for origin in [self.beside.origin(), self.alone.node().origin()] {
            let url = format!("{origin}/tracks/cidstream/{}?{query}", sound.cid);
            let reply = Reply::read(reqwest::get(url).await.unwrap()).await;
            answers.push(if reply.status == 200 {
                assert!(reply.body == sound.bytes);
                (200, String::new())
            } else {
                (reply.status, reply.detail())
            });
        }
        assert_eq!(answers[0], answers[1]);
        answers.remove(0)
    }
}

#[tokio::test]
async fn an_authority_comes_and_goes() {
    let nodes = Nodes::new().await;
    let sound = nodes.alone.gated(1, 150_000).await;
    let (first, second) = (&nodes.alone.authority, Signer::from_bytes(&[2; 32]).unwrap());
    let of_first = nodes.alone.signed(&sound);
    let of_second = nodes.alone.signed_by(&second, &sound);
    let not_authorized = unauthorized(NOT_AUTHORIZED);
    assert_eq!(nodes.answers(&sound, &of_first).await.0, 200);
    assert_eq!(nodes.answers(&sound, &of_second).await, not_authorized);
    nodes.change(&sound, &json!({ "access_authorities": [second.address().to_string()] })).await;
    assert_eq!(nodes.answers(&sound, &of_first).await, not_authorized, "a signature that has opened it before");
    assert_eq!(nodes.answers(&sound, &of_second).await.0, 200);
    let both = [first.address().to_string(), second.address().to_string()];
    nodes.change(&sound, &json!({ "access_authorities": both })).await;
    for query in [&of_first, &of_second] {
        assert_eq!(nodes.answers(&sound, query).await.0, 200);
    }
    for (authorities, status) in [(&both[..0], 200), (&both[..1], 401)] {
        nodes.change(&sound, &json!({ "access_authorities": authorities })).await;
        assert_eq!(nodes.answers(&sound, "").await.0, status, "public without authorities");
    }
}

#[tokio::test]
async fn a_track_is_withdrawn_and_comes_back() {
    let nodes = Nodes::new().await;
    let sound = nodes.alone.public(1, 50_000).await;
    for _ in 0..2 {
        assert_eq!(nodes.answers(&sound, "").await.0, 200);
        nodes.change(&sound, &json!({ "delisted": true })).await;
        assert_eq!(nodes.answers(&sound, "").await, (403, DELISTED.to_owned()));
        nodes.change(&sound, &json!({ "delisted": false })).await;
    }
}

/// Both catalogues say whose upload a track has, and so does the wire between service and node.
/// It also stays open for a short time while the service is unreachable.
#[tokio::test]
async fn squatted_public_track_opens_on_every_node() {
    let mut nodes = Nodes::new().await;
    let squatted = nodes.alone.gated(1, 50_000).await;
    nodes.alone.people.service.accounts().add_user(person("author", "Author")).await.unwrap();
    let own = nodes.alone.sound_of("author", 1, 50_000, &[]).await;
    assert_eq!(own.cid, squatted.cid);
    let of_own = format!("track_id={}", own.id);
    let gated = unauthorized(INVALID);
    assert_eq!(nodes.answers(&own, &of_own).await.0, 200);
    assert_eq!(nodes.answers(&own, &format!("track_id={}", squatted.id)).await, gated);
    assert_eq!(nodes.answers(&own, "").await, gated);

    let signed = format!("track_id={}&{}", squatted.id, nodes.alone.signed(&squatted));
    assert_eq!(nodes.answers(&own, &signed).await.0, 200);
    nodes.alone.until_kept(&own).await;
    nodes.alone.line.cut().await;
    nodes.alone.clock.advance(1);
    assert_eq!(nodes.alone.get(&own.cid, &of_own).await.status, 200, "public a moment ago");
    assert_eq!(nodes.alone.get(&own.cid, &signed).await.status, 500, "nothing gated");
    assert_eq!(nodes.alone.get(&own.cid, "").await.status, 500);
    nodes.alone.clock.advance(60);
    assert_eq!(nodes.alone.get(&own.cid, &of_own).await.status, 500);
}
