//! The parsers of untrusted input, one function for each fuzz target of `tests/fuzz`. Requires the feature `fuzzing`.
//!
//! Each function panics if the result violates a property. Refusing an input is fine.

pub use crate::dpop::fuzzing::dpop_proof;
pub use crate::uploads::fuzzing::tus_headers;

use std::sync::{LazyLock, OnceLock};

use tokio::runtime::{Builder, Runtime};
use url::Url;

use crate::accounts::redirect_uri::Kind;
use crate::api::paging::{Page, next_cursor};
use crate::oauth::authorization_request::AuthorizationRequest;
use crate::oauth::recipient::Client;
use crate::pages::cookies::Cookie;
use crate::texts::Texts;
use crate::texts::requested::Tags;
use crate::uploads::fuzzing::headers;
use stagepass_server::base_url::BaseUrl;
use stagepass_store::{AppRecord, DatabaseAddress, NewAppRecord, NewUserRecord, SessionLimits, Store, StoreError};

/// The registered app, so that an input can name it.
const API_KEY: &str = "0x58802e7a660990622b728bf06ae9361bc9403eb7";
const REDIRECT_URIS: [&str; 3] =
    ["https://app.example/callback?x=1", "com.example.app://callback", "http://localhost:5173/"];
const ISSUER: &str = "https://music.example/v1";

/// Parses `bytes` as the query of an authorization request.
///
/// # Panics
/// If the parsed request differs from the one parsed from its own query, or the response would not go to the redirect
/// URI.
pub fn authorize_query(bytes: &[u8]) {
    let Ok(query) = str::from_utf8(bytes) else { return };
    let Some((runtime, store)) = service() else { return };
    let Ok(request) = runtime.block_on(AuthorizationRequest::read(store, query)) else { return };
    leads_to_the_redirect_uri(&request);

    let written = request.to_query();
    let again = runtime.block_on(AuthorizationRequest::read(store, &written));
    assert_eq!(again.map(|again| again.to_query()).ok(), Some(written));
}

#[expect(clippy::panic, reason = "a target says so that a property is broken")]
fn leads_to_the_redirect_uri(request: &AuthorizationRequest) {
    let to = &request.return_address;
    let uri = to.redirect_uri.as_str();
    match &request.client {
        Client::Registered(_) => assert!(REDIRECT_URIS.contains(&uri), "{uri}"),
        Client::Named(name) => {
            assert_eq!(to.redirect_uri.kind(), Kind::Web);
            assert!(!name.contains(char::is_control), "{name:?}");
        }
    }
    let answer = to.with_code("the-code", ISSUER);
    // The other URL parser of this workspace, which follows the WHATWG standard.
    let (before, after) = (Url::parse(uri), Url::parse(&answer));
    let (Ok(before), Ok(after)) = (before, after) else { panic!("no URL to a browser: {answer}") };
    assert_eq!((before.scheme(), before.host(), before.port()), (after.scheme(), after.host(), after.port()));
    assert_eq!(before.path(), after.path());
    assert!(answer.starts_with(uri) && answer.contains("code=the-code"));
    let source = to.redirect_uri.form_action_source();
    assert!(!source.contains([';', ',', ' ', '\'', '*']), "{source} adds to the policy");
    assert!(!request.posts_message() || matches!(after.scheme(), "https" | "http"), "{uri} has no origin");
}

/// A database with one app.
fn service() -> Option<&'static (Runtime, Store)> {
    static SERVICE: OnceLock<Option<(Runtime, Store)>> = OnceLock::new();
    let open = || {
        let runtime = Builder::new_current_thread().build().ok()?;
        let store = runtime.block_on(store_with_app()).ok()?;
        Some((runtime, store))
    };
    SERVICE.get_or_init(open).as_ref()
}

async fn store_with_app() -> Result<Store, StoreError> {
    let store = Store::open(&DatabaseAddress::Memory).await?;
    let user = NewUserRecord {
        handle: "ada",
        name: "Ada",
        password_hash: "none",
        verified: false,
        picture_id: None,
        created_at: 0,
    };
    let owner_id = store.insert_user(&user).await?.map_or(0, |user| user.user_id);
    let app = AppRecord {
        api_key: API_KEY.to_owned(),
        name: "Radio".to_owned(),
        description: None,
        redirect_uris: REDIRECT_URIS.map(str::to_owned).into(),
        sessions: SessionLimits::default(),
        bound_tokens_only: false,
    };
    let new = NewAppRecord {
        app: &app,
        name_skeleton: "radio",
        owner_id,
        api_secret_hash: &[1],
        bearer_token_hash: &[2],
        created_at: 0,
    };
    assert!(store.insert_app(&new, 1).await?);
    Ok(store)
}

/// Parses `bytes` as the header fields of a request with cookies.
///
/// # Panics
/// If a cookie is not the same after it is set and parsed again.
pub fn cookies(bytes: &[u8]) {
    let given = headers(bytes);
    for base in ["https://music.example/v1", "http://127.0.0.1:8787/v1"] {
        let Ok(base) = BaseUrl::parse(base) else { continue };
        for cookie in [Cookie::Session, Cookie::Browser, Cookie::Device] {
            let Some(value) = cookie.read(&base, &given) else { continue };
            let planted = cookie.plant(&base, &value);
            let pair = planted.as_bytes().split(|byte| *byte == b';').next().unwrap_or_default();
            let sent = headers(&[b"cookie: ", pair].concat());
            assert_eq!(cookie.read(&base, &sent), Some(value));
            let twice = headers(&[b"cookie: ", pair, b"; ", pair].concat());
            assert_eq!(cookie.read(&base, &twice), None);
        }
    }
}

/// Parses `bytes` as the value of `Accept-Language` and of `ui_locales`.
///
/// # Panics
/// If there are many or long tags, or the value of `ui_locales` is not the same after it is written and parsed again.
pub fn languages(bytes: &[u8]) {
    static TEXTS: LazyLock<Texts> = LazyLock::new(Texts::default);
    let Ok(text) = str::from_utf8(bytes) else { return };
    for tags in [Tags::from_accept_language(text), Tags::from_ui_locales(text)] {
        assert!(tags.as_slice().len() <= 16 && tags.as_slice().iter().all(|tag| tag.len() <= 35), "{tags:?}");
        TEXTS.choose(&tags);
    }
    let tags = Tags::from_ui_locales(text);
    let written = tags.to_ui_locales().unwrap_or_default();
    assert_eq!(Tags::from_ui_locales(&written), tags);
}

/// Parses `bytes` as the query of a list.
///
/// # Panics
/// If the page has no limit, or its cursor is not one that the service returns.
pub fn cursor(bytes: &[u8]) {
    let Ok(query) = str::from_utf8(bytes) else { return };
    let Ok(page) = Page::read(query) else { return };
    assert!((1..=100).contains(&page.limit));
    let Some(after) = page.after else { return };
    let written = next_cursor(after);
    assert!(form_urlencoded::parse(bytes).any(|(name, value)| name == "cursor" && value == written), "{written}");
    assert_eq!(Page::read(&format!("limit={}&cursor={written}", page.limit)), Ok(page));
}
