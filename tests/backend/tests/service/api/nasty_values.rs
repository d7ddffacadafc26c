//! Values that have broken other services, in every place that takes one: the answer is never that this one has a
//! problem of its own.

use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderValue};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use stagepass_test_support::{Request, TestService, Tokens};

/// Separated by `|`.
const VALUES: &str = "\
    | |\0|a\0b|\r\n\r\n|\u{7f}\u{85}|-1|0|1.5|9223372036854775807|9223372036854775808|18446744073709551616|1e400|\
    NaN|null|true|{}|[]|'; DROP TABLE users; --|\" OR 1=1|%|%00|%zz|../../../etc/passwd|..\\..|\
    {{7*7}}${7*7}<%= 7*7 %>|\u{202e}\u{2066}\u{200b}\u{feff}|e\u{301}\u{1f469}\u{200d}\u{1f52c}|\u{10ffff}\u{fffd}";

/// Methods, and paths with a `*` where a name or a number stands.
const WITH_A_NAME: &str = "\
    GET /tracks/*, DELETE /tracks/*, GET /tracks/*/stream, GET /users/*/tracks, GET /users/*/library/tracks, \
    PUT /users/1/library/tracks/*, DELETE /users/1/library/tracks/*, PUT /users/*/library/tracks/*, \
    GET /pictures/*/150x150, GET /pictures/*/*, GET /uploads/*, HEAD /uploads/*, PATCH /uploads/*, POST /uploads/*, \
    GET /developer-apps/*, PUT /developer-apps/*, DELETE /developer-apps/*, POST /developer-apps/*/secrets, \
    GET /apps/*, GET /assets/*, GET /*";

/// The values, and one that is longer than any place has room for.
fn values() -> impl Iterator<Item = String> {
    VALUES.split('|').map(str::to_owned).chain(["x".repeat(5_000)])
}

fn encoded(value: &str) -> String {
    form_urlencoded::byte_serialize(value.as_bytes()).collect::<String>().replace('+', "%20")
}

async fn is_answered(request: RequestBuilder, what: &str) -> u16 {
    let reply = request.send().await.unwrap();
    let status = reply.status().as_u16();
    assert!((200..500).contains(&status), "{what}: {status} {}", reply.text().await.unwrap());
    status
}

#[tokio::test]
async fn in_an_authorization_request() {
    let world = TestService::new().await;
    let good = [world.request(), world.unregistered_request("Cool Radio")];
    let more = ["client_id", "app_name", "response_mode", "display"].map(str::to_owned);
    for good in good {
        let names: Vec<String> = good.0.iter().map(|(name, _)| name.clone()).chain(more.clone()).collect();
        for (name, value) in names.iter().flat_map(|name| values().map(move |value| (name, value))) {
            let bad = good.clone().with(name, &value);
            is_answered(world.http.get(format!("{}{}", world.service.origin(), bad.path())), &bad.query()).await;
            let query = Request(vec![("next".to_owned(), bad.path())]).query();
            is_answered(world.http.get(world.url(&format!("/sign-in?{query}"))), &query).await;
        }
    }
}

#[tokio::test]
async fn in_the_body_of_a_request() {
    let world = TestService::new().await;
    let (code, Tokens { access, refresh }) = (world.code().await, world.login().await);
    let key = &world.app.api_key;
    let track =
        json!({ "title": "T", "genre": "G", "description": "D", "track_cid": "c", "access_authorities": [key] });
    for (path, bearer, good) in [
        ("/oauth/token", "", world.exchange_of(&code)),
        ("/oauth/token", "", json!({ "grant_type": "refresh_token", "refresh_token": refresh, "client_id": key })),
        ("/oauth/revoke", "", json!({ "token": "x", "client_id": key, "token_type_hint": "x" })),
        ("/tickets", &access, json!({ "audience": "https://access.example" })),
        ("/tickets/verify", &world.app.bearer_token, json!({ "ticket": "x", "audience": "https://access.example" })),
        ("/tracks", &access, track),
        ("/developer-apps", "", json!({ "name": "N", "redirectUris": ["https://app.example/"] })),
    ] {
        let post = || world.ask(Method::POST, path, bearer);
        for (name, value) in good.as_object().unwrap().keys().flat_map(|name| values().map(move |value| (name, value)))
        {
            let read_as_json = serde_json::from_str(&value).unwrap_or(Value::Null);
            for bad in [json!(value), json!([value]), json!({ &value: &value }), read_as_json] {
                let mut body = good.clone();
                body[name] = bad;
                is_answered(post().json(&body), &format!("{path} {body}")).await;
            }
            let form = format!("{name}={}", encoded(&value));
            let form = post().header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(form);
            is_answered(form, &format!("{path} {name}={value}")).await;
            let json = post().header(CONTENT_TYPE, "application/json").body(value.clone());
            is_answered(json, &format!("{path} {value}")).await;
        }
    }
    assert_eq!(world.token(&world.exchange_of(&code)).await.status, 200, "none of it used the code up");
    assert_eq!(world.me(&access).await.status, 200, "nor ended the sign-in");
}

#[tokio::test]
async fn in_a_form_of_a_page() {
    let world = TestService::new().await;
    let (mut visitor, mut listener) = (world.browser(), world.browser());
    let sign_up = visitor.get("/v1/sign-up").await;
    listener.sign_in("demo", &world.request().path()).await;
    let account = listener.get("/v1/account").await;
    for value in values() {
        for name in ["handle", "name", "password", "next", "csrf"] {
            let usual = [("handle", "ada"), ("name", "Ada"), ("password", "short")];
            let mut filled: Vec<_> = usual.into_iter().filter(|(known, _)| *known != name).collect();
            filled.push((name, &value));
            let status = visitor.submit_anything(&sign_up, "sign-up", &filled).await.status;
            assert!((200..500).contains(&status), "{name}={value}: {status}");
        }
        for (button, name) in [("save-name", "name"), ("change-password", "new_password"), ("save-name", "csrf")] {
            let status = listener.submit_anything(&account, button, &[(name, &value)]).await.status;
            assert!((200..500).contains(&status), "{button} {name}={value}: {status}");
        }
        let query = format!("changed={0}&removed={0}&next={0}", encoded(&value));
        for path in ["/v1/account", "/v1/connected-apps", "/v1/sign-in"] {
            let status = listener.get(&format!("{path}?{query}")).await.status;
            assert!((200..500).contains(&status), "{path} {value}: {status}");
        }
    }
}

#[tokio::test]
async fn in_an_address() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    for (place, value) in WITH_A_NAME.split(", ").flat_map(|place| values().map(move |value| (place, value))) {
        let (method, path) = place.split_once(' ').unwrap();
        for path in
            [path.replace('*', &encoded(&value)), format!("{}?user_id={}", path.replace('*', "1"), encoded(&value))]
        {
            let request = world.ask(method.parse().unwrap(), &path, &access).header("tus-resumable", "1.0.0");
            is_answered(request.header("upload-offset", "0"), &format!("{method} {path}")).await;
        }
    }
}

#[tokio::test]
async fn in_a_header() {
    let world = TestService::new().await;
    let access = world.login().await.access;
    let names = "authorization cookie content-type accept origin sec-fetch-site x-csrf-token upload-length \
                 upload-metadata host x-forwarded-for";
    for (name, value) in names.split_whitespace().flat_map(|name| values().map(move |value| (name, value))) {
        let texts = match name {
            "authorization" => {
                vec![value.clone(), format!("Bearer {value}"), format!("Basic {value}"), format!("Ticket {value}")]
            }
            "cookie" => {
                vec![value.clone(), format!("stagepass_session={value}"), format!("stagepass_browser={value};")]
            }
            _ => vec![value.clone()],
        };
        for header in texts.iter().filter_map(|text| HeaderValue::from_bytes(text.as_bytes()).ok()) {
            for (method, path) in [
                (Method::GET, "/me"),
                (Method::GET, "/account"),
                (Method::GET, "/sign-in"),
                (Method::POST, "/sign-in"),
                (Method::POST, "/sign-out"),
                (Method::POST, "/oauth/token"),
                (Method::POST, "/tickets/verify"),
                (Method::POST, "/uploads"),
                (Method::GET, "/nothing"),
            ] {
                let token = if name == "authorization" { "" } else { &access };
                let request = world.ask(method.clone(), path, token).header("tus-resumable", "1.0.0");
                let request = if name == "cookie" { request } else { request.header(COOKIE, "stagepass_session=x") };
                is_answered(request.header(name, header.clone()), &format!("{method} {path} {name}: {value}")).await;
            }
        }
    }
}
