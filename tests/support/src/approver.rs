//! A user without a screen, for pages that tests open in a browser.

use std::convert::Infallible;
use std::io;

use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use reqwest::Url;
use reqwest::redirect::Policy;
use tokio::net::TcpListener;

use crate::Browser;

/// Approves each authorization request whose URL is the member `url` of a query, as the user with this handle and
/// password. Responds with the URL that the service redirects to. Pages of all origins may read it.
///
/// # Errors
/// If no connection can be accepted.
pub async fn approve_all(listener: TcpListener, (handle, password): (&str, &str)) -> io::Result<()> {
    loop {
        let (stream, _) = listener.accept().await?;
        let (handle, password) = (handle.to_owned(), password.to_owned());
        let respond = service_fn(move |request: Request<Incoming>| {
            let (handle, password) = (handle.clone(), password.clone());
            async move { Ok::<_, Infallible>(approve(&request, (&handle, &password)).await) }
        });
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), respond));
    }
}

async fn approve(request: &Request<Incoming>, user: (&str, &str)) -> Response<String> {
    let query = request.uri().query().unwrap_or_default();
    let url = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "url").expect("a URL").1;
    let origin = Url::parse(&url).expect("a URL").origin().ascii_serialization();
    let http = reqwest::Client::builder().redirect(Policy::none()).build().expect("an HTTP client");
    let redirect = Browser::new(origin, http).decide(user, &url, "approve").await;
    Response::builder().header("Access-Control-Allow-Origin", "*").body(redirect).expect("a response")
}
