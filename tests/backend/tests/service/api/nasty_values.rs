//! Values that have broken other services, in addresses: the answer is never that this one has a problem of its own.

use stagepass_test_support::{TestService, sent};

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
            let reply = sent(request.header("upload-offset", "0")).await;
            assert!((200..500).contains(&reply.status), "{method} {path}: {} {}", reply.status, reply.body);
        }
    }
}
