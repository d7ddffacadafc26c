//! Tracks, their URLs, and uploads, with a service that the test plays.

use js_sys::{Array, Reflect, Uint8Array};
use stagepass::{Client, Code, NewTrack, PageOptions, Upload, UploadOptions};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::File;

use crate::page::{Replaced, base_url, client, config_at, session_key, storage, store_unknown_session};

const ACCESS: &str = "https://access.example";

/// A service that has the tracks 7 (gated), 8 (public) and 9 (malformed), and an access server. Records method and URL,
/// without the base URL, and the body of each request.
const SERVICE: &str = r#"
    const user = { user_id: 3, name: "Ada", handle: "ada", is_verified: true, profile_picture: null };
    const track = (id, authorities) => ({ id, title: `T${id}`, user, duration: 61, track_cid: "c", genre: null,
        access_authorities: authorities, artwork: { "150x150": "https://a.example/1", mirrors: [] }, later: [{}] });
    const json = (value, status = 200) => new Response(JSON.stringify(value), { status });
    let stored = 0, tokens = 0, asked = 0;
    return async (url, init) => {
        const path = url.replace(BASE, "");
        const method = init.method ?? "GET";
        const body = init.body && new Uint8Array(init.body);
        seen.push(`${method} ${path}`, body && new TextDecoder().decode(body), init.headers.get("Authorization"));
        switch (`${method} ${path}`) {
            case "GET /me": return json({ userId: 3, name: "Ada", handle: "ada", verified: true });
            case "GET /tracks/7": return json({ data: track(7, ["0x1"]) });
            case "GET /tracks/8": return json({ data: track(8, []) });
            case "GET /tracks/9": return json({ data: { ...track(9, []), title: 7 } });
            case "POST /tracks": return json({ data: track(8, []) });
            case "GET /users/4/tracks?limit=2": return json({ data: [track(7, null), track(8, [])], next_cursor: "n&" });
            case "GET /users/4/tracks?cursor=n%26": return json({ data: [], next_cursor: null });
            case "POST /tickets": return json({ ticket: `ticket-${++tokens}`, expires_in: 300 });
            case "GET https://access.example/stream/7?no_redirect=true":
                return ++asked < 2 ? json({ data: "https://node.example/a" }) : json({ error: "Buy it.",
                    code: "not_paid", refusals: [null, { rule: "paid", code: "not_paid", error: "Buy it.",
                        buyUrl: "https://shop.example/", joinUrl: "javascript:x", yourCountry: null,
                        allowedCountries: ["SE", 1], signIn: "no" }] }, 403);
            case "GET /tracks/8/stream?no_redirect=true": return json({ data: "javascript:x" });
            case "POST /uploads":
                stored = 0;
                return new Response("", { status: 201, headers: { Location: `${BASE}/uploads/a` } });
            case "HEAD /uploads/a":
                return new Response(null, { headers: { "Upload-Length": "1048581", "Upload-Offset": `${stored}` } });
            case "PATCH /uploads/a":
                if (stored && !globalThis.isLineBack) return new Response("", { status: 403 });
                stored += body.length;
                return new Response(null, { status: 204, headers: { "Upload-Offset": `${stored}` } });
            case "GET /uploads/a": return json({ data: { id: "a", status: "completed", size: 1048581, track_cid: "cid",
                mime_type: "audio/wav", duration: 65.5 } });
            default: return json({ error: "not_found", error_description: "Nothing here." }, 404);
        }
    };
"#;

struct Service {
    seen: Array,
    _spy: Replaced,
}

impl Service {
    fn start() -> Self {
        store_unknown_session();
        let seen = Array::new();
        let body = format!("const BASE = '{}'; {SERVICE}", base_url());
        Self { _spy: Replaced::new("fetch", &seen, &body), seen }
    }

    /// Returns what was requested.
    fn requests(&self) -> Vec<String> {
        self.seen.iter().step_by(3).map(|line| line.as_string().unwrap()).collect()
    }

    /// Returns the body and the authorization of the last such request.
    fn last(&self, request: &str) -> (String, Option<String>) {
        let lines: Vec<_> = self.seen.iter().collect();
        let index = lines.iter().rposition(|line| line == request).unwrap();
        let at = |offset: usize| lines.get(index + offset)?.as_string();
        (at(1).unwrap_or_default(), at(2))
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        storage().remove_item(&session_key()).unwrap();
    }
}

fn gated_client() -> Client {
    Client::new(config_at(base_url()).access_server(ACCESS).build().unwrap())
}

#[wasm_bindgen_test]
async fn tracks_and_pages_are_read() {
    let service = Service::start();
    let tracks = client().tracks();
    let track = tracks.get(8).await.unwrap();
    assert_eq!((track.id, track.title.as_str(), track.duration.as_secs()), (8, "T8", 61));
    assert_eq!((track.genre, track.description, track.user.verified), (None, None, true));
    assert_eq!(track.artwork.unwrap().small.as_deref(), Some("https://a.example/1"));
    assert_eq!(service.last("GET /tracks/8").1, None);

    let page = tracks.of_user(4, PageOptions::new().limit(2)).await.unwrap();
    assert_eq!((page.items.len(), page.next.as_deref()), (2, Some("n&")));
    let last = tracks.of_user(4, PageOptions::new().cursor("n&")).await.unwrap();
    assert_eq!((last.items.len(), last.next), (0, None));
}

#[wasm_bindgen_test]
async fn responses_of_another_form_are_rejected() {
    let _service = Service::start();
    let tracks = client().tracks();
    assert_eq!(tracks.get(9).await.unwrap_err().code(), Code::BadResponse);
    assert_eq!(tracks.stream_url(8).await.unwrap_err().code(), Code::BadResponse);
    let missing = tracks.get(5).await.unwrap_err();
    assert_eq!(
        (missing.code(), missing.status(), missing.description()),
        (Code::NotFound, Some(404), Some("Nothing here."))
    );
}

#[wasm_bindgen_test]
async fn new_track_has_the_json_of_the_service() {
    let service = Service::start();
    client().tracks().create(NewTrack::new("T", "c").genre("g").access_authorities(["0x1"])).await.unwrap();
    let body = r#"{"title":"T","genre":"g","track_cid":"c","access_authorities":["0x1"]}"#;
    assert_eq!(service.last("POST /tracks").0, body);
}

#[wasm_bindgen_test]
async fn gated_track_has_signed_url_or_denial_reasons() {
    let service = Service::start();
    let tracks = gated_client().tracks();
    assert_eq!(tracks.stream_url(7).await.as_deref(), Ok("https://node.example/a"));
    let (_, authorization) = service.last("GET https://access.example/stream/7?no_redirect=true");
    assert_eq!(authorization.as_deref(), Some("Ticket ticket-1"));

    let error = tracks.stream_url(7).await.unwrap_err();
    assert_eq!((error.code(), error.status()), (Code::AccessRefused, Some(403)));
    let denied = error.denied().unwrap();
    assert_eq!((denied.message.as_str(), denied.code.as_str()), ("Buy it.", "not_paid"));
    let [refusal] = denied.refusals.as_slice() else { unreachable!("{denied:?}") };
    assert_eq!((refusal.buy_url.as_deref(), refusal.join_url.as_deref()), (Some("https://shop.example/"), None));
    assert_eq!((refusal.your_country.as_deref(), refusal.sign_in), (None, false));
    assert_eq!(refusal.allowed_countries, ["SE"]);
    assert_eq!(client().tracks().stream_url(7).await.unwrap_err().code(), Code::ConfigInvalid);
}

#[wasm_bindgen_test]
async fn a_file_resumes_in_another_call() {
    let service = Service::start();
    set_global("isLineBack", false);
    let bytes = Uint8Array::new_with_length(1_048_581);
    let file = File::new_with_u8_array_sequence(&Array::of1(&bytes), "é.wav").unwrap();
    let error = client().tracks().upload(file.clone(), UploadOptions::new()).await.unwrap_err();
    assert_eq!(error.code(), Code::Forbidden);
    assert_eq!(resume_points().len(), 1);

    set_global("isLineBack", true);
    let Upload { upload_id, track_cid, .. } = client().tracks().upload(file, UploadOptions::new()).await.unwrap();
    assert_eq!((upload_id.as_str(), track_cid.as_str()), ("a", "cid"));
    assert!(resume_points().is_empty());
    let uploads = service.requests().into_iter().filter(|line| line.contains("/uploads"));
    assert_eq!(
        uploads.collect::<Vec<_>>(),
        [
            "POST /uploads",
            "PATCH /uploads/a",
            "PATCH /uploads/a",
            "HEAD /uploads/a",
            "PATCH /uploads/a",
            "GET /uploads/a"
        ]
    );
}

fn set_global(name: &str, value: bool) {
    Reflect::set(&js_sys::global(), &name.into(), &value.into()).unwrap();
}

fn resume_points() -> Vec<String> {
    let storage = storage();
    let keys = (0..storage.length().unwrap()).filter_map(|index| storage.key(index).unwrap());
    keys.filter(|key| key.starts_with("stagepass.upload.")).collect()
}
