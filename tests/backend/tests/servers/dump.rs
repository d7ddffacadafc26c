//! A stolen copy of the database opens nothing: whatever is in it, alone or put together as a token is, is accepted as
//! none.

use std::collections::BTreeSet;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::header::{COOKIE, HeaderValue};
use sha2::{Digest as _, Sha256};
use stagepass_test_support::api_client::{ApiClient, sent};
use stagepass_test_support::dump::{Cell, Row, assert_no_secret};
use stagepass_test_support::{AUDIENCE, PASSWORD, TestStorage, Tokens};

/// What the service puts before and after what it signs, for each kind of token: the source is no secret.
const PURPOSES: [(&[u8], &str); 7] = [
    (b"code\0", ""),
    (b"access\0", ""),
    (b"refresh\0", ""),
    (b"form\0", ""),
    (b"ticket\0", AUDIENCE),
    (b"device\0", ""),
    (b"tries\0", ""),
];
const SESSION: &str = "stagepass_session";

/// What is good now, of every kind. None of it has been used up.
struct Live {
    code: String,
    tokens: Tokens,
    ticket: String,
    session: String,
}

/// What a text may be taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Code,
    Access,
    Refresh,
    Ticket,
    Bearer,
    Session,
}

const USES: [Use; 6] = [Use::Access, Use::Bearer, Use::Ticket, Use::Session, Use::Code, Use::Refresh];

async fn live(scene: &ApiClient) -> Live {
    let world = &scene.world;
    let tokens = world.login().await;
    let ticket = world.ticket(&tokens.access).await;
    let mut browser = world.browser();
    let code = browser.approve("demo", &world.request().path()).await;
    let session = browser.cookies[SESSION].clone();
    scene.track("Night Bus", &scene.cid(Duration::from_secs(1)).await).await;
    scene.begin(100).await;
    Live { code, tokens, ticket, session }
}

/// Whether the service takes `text` for that. A good `ticket` is what apps ask about.
async fn is_accepted(scene: &ApiClient, ticket: &str, text: &str, what: Use) -> bool {
    let world = &scene.world;
    let answer = match what {
        Use::Code => world.token(&world.exchange_of(text)).await,
        Use::Refresh => world.refresh(text).await,
        Use::Access => world.me(text).await,
        Use::Ticket => world.verify_ticket(&world.app.bearer_token, text, AUDIENCE).await,
        Use::Bearer => world.verify_ticket(text, ticket, AUDIENCE).await,
        Use::Session => {
            let address = format!("{}{}", world.service.origin(), world.request().path());
            let request = world.http.get(address).header(COOKIE, format!("{SESSION}={text}"));
            sent(request).await
        }
    };
    // Who is not signed in is led to the page for that.
    assert!(matches!(answer.status, 200 | 303 | 400 | 401 | 403), "{what:?}: {} {}", answer.status, answer.body);
    answer.status == 200
}

#[tokio::test]
async fn no_cell_of_it_is_accepted_as_anything() {
    let place = TestStorage::new();
    let scene = ApiClient::with(place.settings()).await;
    let live = live(&scene).await;

    let rows = place.rows();
    let tables: BTreeSet<_> = rows.iter().map(|row| row.table.as_str()).collect();
    for table in ["users", "apps", "sessions", "grants", "consents", "uploads", "contents", "tracks"] {
        assert!(tables.contains(table), "{table} is empty: {tables:?}");
    }
    let guesses = guesses(&rows);
    assert!(guesses.len() > 500, "only {}", guesses.len());
    for guess in &guesses {
        for what in USES {
            assert!(!is_accepted(&scene, &live.ticket, guess, what).await, "a thief may use {guess} as {what:?}");
        }
    }

    // None of it has harmed what is good, either.
    let Live { code, tokens, ticket, session } = &live;
    let bearer = &scene.world.app.bearer_token;
    for (text, right) in [
        (&tokens.access, Use::Access),
        (bearer, Use::Bearer),
        (ticket, Use::Ticket),
        (session, Use::Session),
        (code, Use::Code),
        (&tokens.refresh, Use::Refresh),
    ] {
        assert!(!guesses.contains(text), "{right:?} is in the database");
        for what in USES.into_iter().filter(|what| *what != right) {
            assert!(!is_accepted(&scene, ticket, text, what).await, "{right:?} is taken for {what:?}");
        }
        assert!(is_accepted(&scene, ticket, text, right).await, "{right:?} is not accepted any more");
    }
}

#[tokio::test]
async fn no_secret_stands_in_it() {
    let place = TestStorage::new();
    let scene = ApiClient::with(place.settings()).await;
    let live = live(&scene).await;
    let app = &scene.world.app;
    let Live { code, tokens, ticket, session } = &live;
    let tokens = [code, &tokens.access, &tokens.refresh, ticket, session];
    assert_no_secret(&place.rows(), &tokens.map(String::as_str));
    assert_no_secret(&place.rows(), &[&app.api_secret, &app.bearer_token, PASSWORD]);
}

/// Everything that a thief would try who has the rows and the source, but no key.
fn guesses(rows: &[Row]) -> BTreeSet<String> {
    let cells: BTreeSet<&Cell> = rows.iter().flat_map(|row| row.cells.iter().map(|(_, cell)| cell)).collect();
    let octets: Vec<Vec<u8>> = cells.iter().flat_map(|cell| octets(cell)).collect();
    let mut guesses: BTreeSet<String> = cells.iter().filter_map(|cell| text(cell)).collect();
    guesses.extend(octets.iter().flat_map(|octets| written(octets)));
    let keys: Vec<_> = octets.iter().filter(|octets| octets.len() == 32).collect();
    for grant in rows.iter().filter(|row| row.table == "grants") {
        for body in bodies(grant) {
            guesses.extend(tags(&body, &keys).iter().map(|tag| URL_SAFE_NO_PAD.encode([&body[..], tag].concat())));
        }
    }
    // No header could carry the others.
    guesses.retain(|guess| !guess.is_empty() && HeaderValue::from_str(guess).is_ok());
    guesses
}

fn text(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Null | Cell::Octets(_) => None,
        Cell::Text(text) => Some(text.clone()),
    }
}

/// What a cell holds, and what it holds written down.
fn octets(cell: &Cell) -> Vec<Vec<u8>> {
    match cell {
        Cell::Null => vec![],
        Cell::Octets(octets) => vec![octets.clone()],
        Cell::Text(text) => {
            let decoded = URL_SAFE_NO_PAD.decode(text).ok().filter(|octets| octets.len() >= 16);
            [Some(text.as_bytes().to_vec()), decoded].into_iter().flatten().collect()
        }
    }
}

/// Bytes in the encodings that an attacker would try.
fn written(octets: &[u8]) -> Vec<String> {
    let hexadecimal = octets.iter().fold(String::new(), |text, octet| text + &format!("{octet:02x}"));
    vec![URL_SAFE_NO_PAD.encode(octets), URL_SAFE.encode(octets), STANDARD.encode(octets), hexadecimal]
}

/// What a token says of this grant: key ‖ grant ‖ generation ‖ expiry, as it is and as it might be.
fn bodies(grant: &Row) -> Vec<[u8; 32]> {
    let Cell::Octets(id) = grant.cell("grant_id") else { panic!("a grant has an id") };
    let number = |column| grant.number(column).unwrap();
    let key = u32::try_from(number("generation_key")).unwrap();
    let generation = u32::try_from(number("generation")).unwrap();
    let expires_at = number("expires_at");
    let mut bodies = Vec::new();
    for generation in [generation, generation + 1] {
        for expires_at in [expires_at, number("rotated_at") + 3600] {
            let parts = [&key.to_be_bytes()[..], id, &generation.to_be_bytes(), &expires_at.to_be_bytes()];
            bodies.push(parts.concat().try_into().unwrap());
        }
    }
    bodies
}

/// Possible signatures of `body`, made with values from the database as the key.
fn tags(body: &[u8; 32], keys: &[&Vec<u8>]) -> Vec<Vec<u8>> {
    let mut tags = vec![vec![0; 32], Sha256::digest(body).to_vec()];
    for key in keys {
        tags.push((*key).clone());
        for (before, after) in PURPOSES {
            let mac = Hmac::<Sha256>::new_from_slice(key).unwrap().chain_update(before).chain_update(body);
            tags.push(mac.chain_update(after).finalize().into_bytes().to_vec());
        }
    }
    tags
}
