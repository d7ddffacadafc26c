//! A reverse proxy with a mistake in its configuration.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use reqwest::redirect::Policy;
use tokio::net::TcpListener;

/// A mistake.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// This header of a request is lost.
    Request(&'static str),
    /// This header of a response is lost.
    Response(&'static str),
    /// `Access-Control-Allow-Origin` is added, although the server sends it.
    SecondOrigin,
    /// Bodies may have 64 KiB.
    BodyLimit,
    /// Paths lose their version.
    Path,
    /// All requests are redirected to another host.
    Redirect,
    /// The client's own `X-Forwarded-For` is passed on.
    ForwardedFor,
    /// The machine's clock is wrong.
    Date,
}

/// The address from which the proxies connect: another one than the clients'.
const OUTBOUND: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 7));

/// The mistake of all proxies of a test.
pub(crate) type Current = Arc<Mutex<Option<Fault>>>;

#[derive(Clone)]
struct Proxy {
    target: String,
    fault: Current,
    http: reqwest::Client,
}

/// Starts a proxy in front of a port of this machine. Returns its origin.
pub(crate) async fn start(target: u16, fault: &Current) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    let http = reqwest::Client::builder().redirect(Policy::none()).local_address(OUTBOUND).build().unwrap();
    let proxy = Proxy { target: format!("http://127.0.0.1:{target}"), fault: Arc::clone(fault), http };
    let routes = Router::new().fallback(forward).with_state(proxy);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    origin
}

async fn forward(State(proxy): State<Proxy>, request: Request) -> Response {
    let fault = *proxy.fault.lock().unwrap();
    let (mut head, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let mut path = head.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
    head.headers.remove("host");
    if !matches!(fault, Some(Fault::ForwardedFor)) {
        head.headers.insert("x-forwarded-for", HeaderValue::from_static("198.51.100.9"));
    }
    match fault {
        Some(Fault::Request(name)) => drop(head.headers.remove(name)),
        Some(Fault::BodyLimit) if body.len() > 64 << 10 => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Some(Fault::Redirect) => return (StatusCode::FOUND, [("location", "https://www.example/")]).into_response(),
        Some(Fault::Path) => path = path.replace("/v1", ""),
        _ => {}
    }
    let forwarded = proxy.http.request(head.method, proxy.target + &path).headers(head.headers).body(body);
    let Ok(answer) = forwarded.send().await else { return StatusCode::BAD_GATEWAY.into_response() };
    let (status, mut headers) = (answer.status(), answer.headers().clone());
    headers.remove("transfer-encoding");
    match fault {
        Some(Fault::Response(name)) => drop(headers.remove(name)),
        Some(Fault::SecondOrigin) => {
            headers.append(HeaderName::from_static("access-control-allow-origin"), HeaderValue::from_static("*"));
        }
        Some(Fault::Date) => {
            headers.insert("date", HeaderValue::from_static("Thu, 01 Jan 2026 00:00:00 GMT"));
        }
        _ => {}
    }
    let mut response = Response::new(Body::from(answer.bytes().await.unwrap()));
    (*response.status_mut(), *response.headers_mut()) = (status, headers);
    response
}
