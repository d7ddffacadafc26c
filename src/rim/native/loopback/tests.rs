use proptest::prelude::*;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::runtime::Builder;

use super::*;

const URI: &str = "http://127.0.0.1:8910/callback?app=1";
const QUERY: &str = "app=1&code=c1&state=sp1.p.AAAAAAAAAAAAAAAAAAAAAA";

fn target() -> Target {
    Target::read(URI).unwrap().0
}

/// Sends these bytes. Returns the answer, and the URL that was passed on.
async fn sent(bytes: &[u8]) -> (String, Option<String>) {
    let (mut browser, end) = duplex(1 << 20);
    let (sender, mut inbox) = mpsc::channel(INBOX);
    let answered = async {
        browser.write_all(bytes).await.unwrap();
        browser.shutdown().await.unwrap();
        received(browser).await
    };
    let ((), answer) = tokio::join!(async { serve(end, &target(), &sender).await }, answered);
    (answer, inbox.try_recv().ok())
}

async fn received(mut browser: DuplexStream) -> String {
    let mut answer = Vec::new();
    let _ = browser.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

fn get(path: &str, headers: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\n{headers}\r\n").into_bytes()
}

#[tokio::test]
async fn redirect_response_is_forwarded_and_hidden_from_page() {
    let (answer, url) = sent(&get(&format!("/callback?{QUERY}"), "host: 127.0.0.1:8910\r\n")).await;
    assert_eq!(url, Some(format!("http://127.0.0.1:8910/callback?{QUERY}")));
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains(ARRIVED), "{answer}");
    for part in ["content-security-policy: default-src 'none'", "cache-control: no-store", "connection: close"] {
        assert!(answer.contains(part), "{part} is not in {answer}");
    }
    assert!(!answer.contains("c1") && !answer.contains("sp1."), "{answer}");
}

#[tokio::test]
async fn any_other_request_is_refused() {
    let callback = format!("/callback?{QUERY}");
    let host = "host: 127.0.0.1:8910\r\n";
    for (status, request) in [
        (421, get(&callback, "host: evil.example:8910\r\n")),
        (421, get(&callback, "host: 127.0.0.1\r\n")),
        (421, get(&callback, "host: localhost:8910\r\n")),
        (421, get(&callback, "")),
        (421, get(&callback, &format!("{host}{host}"))),
        (404, get(&format!("/?{QUERY}"), host)),
        (404, get(&format!("/callback/?{QUERY}"), host)),
        (404, get(&format!("/%63allback?{QUERY}"), host)),
        (404, get(&format!("http://127.0.0.1:8910{callback}"), host)),
        (404, get("/favicon.ico", host)),
        (400, get("/callback", host)),
        (400, get("/callback?code=c1&state=other", host)),
        (405, format!("POST {callback} HTTP/1.1\r\n{host}content-length: 0\r\n\r\n").into_bytes()),
        (405, format!("HEAD {callback} HTTP/1.1\r\n{host}\r\n").into_bytes()),
    ] {
        let (answer, url) = sent(&request).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request:?} {answer}");
        assert_eq!(url, None, "{request:?}");
    }
}

#[tokio::test]
async fn only_one_request_is_answered_on_a_connection() {
    let one = get(&format!("/callback?{QUERY}"), "host: 127.0.0.1:8910\r\n");
    let (answer, url) = sent(&[one.clone(), one].concat()).await;
    assert!(url.is_some());
    assert_eq!(answer.matches("HTTP/1.1").count(), 1);
}

#[tokio::test]
async fn too_large_a_request_is_refused() {
    let host = "host: 127.0.0.1:8910\r\n";
    let long_url = get(&format!("/callback?{QUERY}&x={}", "x".repeat(MAX_HEAD)), host);
    let long_header = get(&format!("/callback?{QUERY}"), &format!("{host}x: {}\r\n", "x".repeat(MAX_HEAD)));
    let many_headers = get(&format!("/callback?{QUERY}"), &format!("{host}{}", "x: y\r\n".repeat(MAX_HEADERS)));
    for request in [long_url, long_header, many_headers] {
        let (answer, url) = sent(&request).await;
        assert!(answer.starts_with("HTTP/1.1 4") && url.is_none(), "{answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn connection_that_sends_nothing_is_closed() {
    let (mut browser, end) = duplex(1 << 10);
    browser.write_all(b"GET /callback").await.unwrap();
    let (sender, mut inbox) = mpsc::channel(INBOX);
    timeout(CONNECTION_WITHIN, serve(end, &target(), &sender)).await.unwrap();
    assert!(inbox.try_recv().is_err());
}

#[test]
fn loopback_uri_becomes_target_other_uri_is_rejected() {
    let read = |uri| Target::read(uri).map(|(target, address, port)| (target.host, target.path, address, port));
    let [v4, v6] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
    for (uri, host, path, address, port) in [
        ("http://127.0.0.1:8910/callback", "127.0.0.1:8910", "/callback", v4, 8910),
        ("http://localhost:8910/a/b?c=/d", "localhost:8910", "/a/b", v4, 8910),
        ("http://[::1]:8910", "[::1]:8910", "/", v6, 8910),
        ("http://[::1]?a", "[::1]", "/", v6, 80),
        ("HTTP://LocalHost:80/cb", "localhost", "/cb", v4, 80),
        ("http://127.0.0.2/", "127.0.0.2", "/", IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2)), 80),
    ] {
        assert_eq!(read(uri), Some((host.to_owned(), path.to_owned(), address, port)), "{uri}");
    }
    for uri in ["https://127.0.0.1:1/", "http://app.example/", "app:/callback", "http://127.0.0.1:/", ""] {
        assert_eq!(read(uri), None, "{uri}");
    }
}

#[test]
fn first_free_port_is_reserved() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let [taken_uri, free_uri] =
        [&taken, &free].map(|listener| format!("http://{}/callback", listener.local_addr().unwrap()));
    drop(free);
    let (uri, reserved) = Reserved::first(["app:/callback", &taken_uri, &free_uri]).unwrap();
    assert_eq!(uri, free_uri);
    assert_eq!(Reserved::first([uri]).unwrap_err().kind(), io::ErrorKind::AddrInUse);
    drop(reserved);
    assert_eq!(Reserved::first(["app:/callback"]).unwrap_err().kind(), io::ErrorKind::InvalidInput);
    assert!(Reserved::first([uri]).is_ok());
}

proptest! {
    #[test]
    fn random_bytes_are_forwarded_only_for_redirect_uri(
        bytes in any::<Vec<u8>>(),
        (path, header) in ("/?[a-z/?&=.%]{0,30}", "(host|Host|x): [a-z0-9.:]{0,20}"),
    ) {
        let runtime = Builder::new_current_thread().enable_time().build().unwrap();
        let like_http = get(&format!("{path}&state=sp1.p.x"), &format!("{header}\r\n"));
        for request in [bytes, like_http] {
            let (_, url) = runtime.block_on(sent(&request));
            if let Some(url) = url {
                prop_assert!(url.starts_with("http://127.0.0.1:8910/callback?") && header.ends_with(": 127.0.0.1:8910"));
            }
        }
    }

    #[test]
    fn no_text_makes_a_target_panic(uri in any::<String>(), like in "http://(127.0.0.1|localhost|\\[::1\\])[:0-9/?]{0,9}") {
        for uri in [uri, like] {
            if let Some((target, address, _)) = Target::read(&uri) {
                prop_assert!(address.is_loopback() && target.path.starts_with('/'));
            }
        }
    }
}
