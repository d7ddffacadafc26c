//! A user's browser on the service's pages: it keeps cookies, and reads and sends forms. It follows redirects only in
//! methods that say so.

use std::collections::BTreeMap;

use crate::html::{self, Form};
use crate::{openapi, secrets};
use reqwest::RequestBuilder;
use reqwest::header::{COOKIE, HeaderMap, LOCATION, SET_COOKIE};
use serde_json::Value;

/// The password of every user.
pub const PASSWORD: &str = "correct horse battery";

/// More pages than any sign-in has.
const PAGES: usize = 10;

/// The browser of one user.
#[derive(Debug, Clone)]
pub struct Browser {
    origin: String,
    http: reqwest::Client,
    /// Names and values.
    pub cookies: BTreeMap<String, String>,
    /// More headers of each request.
    pub headers: Vec<(&'static str, &'static str)>,
}

/// An answer, read to its end.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// All headers.
    pub headers: HeaderMap,
    /// The body, as text.
    pub body: String,
}

impl Reply {
    /// Sends a request and reads the answer. JSON must be as the `OpenAPI` documents describe it.
    pub async fn to(request: RequestBuilder) -> Self {
        let (client, request) = request.build_split();
        let request = request.expect("a request");
        let method = request.method().clone();
        let response = client.execute(request).await.expect("an answer");
        let url = response.url().clone();
        let reply = Self::read(response).await;
        openapi::check(&method, &url, reply.status, &reply.headers, reply.body.as_bytes());
        reply
    }

    /// Reads the body, and notes the secrets in it.
    pub async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let reply = Self { status, headers, body: response.text().await.expect("a whole body") };
        secrets::note_answer(&reply.body);
        secrets::note_address(reply.header(LOCATION.as_str()));
        reply
    }

    /// Parses the body.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    /// Returns the `error` of a JSON body.
    pub fn error(&self) -> String {
        self.json()["error"].as_str().expect("an error code").to_owned()
    }

    /// Returns the status and the `error` of a JSON body.
    pub fn failure(&self) -> (u16, String) {
        (self.status, self.error())
    }

    /// Expects this status.
    #[must_use]
    #[track_caller]
    pub fn with_status(self, status: u16) -> Self {
        assert_eq!(self.status, status, "{}", self.body);
        self
    }

    /// Expects this status and `error` of a JSON body.
    #[track_caller]
    pub fn is_error(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.error().as_str()), (status, code), "{}", self.body);
    }

    /// Expects this status and page.
    #[track_caller]
    pub fn is_page(&self, status: u16, name: &str) {
        assert_eq!((self.status, self.page().as_str()), (status, name), "{}", self.body);
    }

    /// Returns the status and the code of an access server's refusal, which also has a sentence and is not stored.
    pub fn refusal(&self) -> (u16, String) {
        let body = self.json();
        assert!(body["error"].as_str().is_some_and(|sentence| sentence.contains(' ')), "{body}");
        assert_eq!(self.header("cache-control"), "no-store");
        (self.status, body["code"].as_str().expect("a code").to_owned())
    }

    /// Returns a header, or nothing if it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().expect("plain text")).unwrap_or_default()
    }

    /// Returns `WWW-Authenticate` without the URL of the API's metadata.
    pub fn challenge(&self) -> &str {
        let challenge = self.header("www-authenticate");
        challenge.split_once(", resource_metadata=").map_or(challenge, |(challenge, _)| challenge)
    }

    /// Returns the address that a 303 redirects to.
    pub fn location(&self) -> String {
        assert_eq!(self.status, 303, "{}", self.body);
        self.headers[LOCATION].to_str().expect("plain text").to_owned()
    }

    /// Returns the address of a redirect, and `None` if the answer is no redirect.
    pub fn location_or_none(&self) -> Option<&str> {
        Some(self.header(LOCATION.as_str())).filter(|location| !location.is_empty())
    }

    /// Returns the `data-page` of a page.
    pub fn page(&self) -> String {
        html::attribute(&self.body, "data-page").expect("a page")
    }

    /// Returns the text of the alert on the page. Panics if there is none.
    pub fn alert(&self) -> String {
        html::alert(&self.body).expect("an alert")
    }

    /// Returns the form that has the button with this `data-act` or id.
    pub fn form(&self, button: &str) -> Form {
        html::form_with_button(&self.body, button).unwrap_or_else(|| panic!("no form with #{button} in {}", self.body))
    }

    /// Returns the CSRF token of that form.
    pub fn csrf(&self, button: &str) -> String {
        let field = self.form(button).fields.into_iter().find(|(name, _)| name == "csrf");
        field.expect("a form has a token").1
    }
}

impl Browser {
    /// A browser without cookies, for the service at `origin`.
    pub fn new(origin: String, http: reqwest::Client) -> Self {
        Self { origin, http, cookies: BTreeMap::new(), headers: Vec::new() }
    }

    /// Opens `path`.
    pub async fn get(&mut self, path: &str) -> Reply {
        let request = self.http.get(self.url(path));
        self.send(request).await
    }

    /// Sends a form to `path`.
    pub async fn post(&mut self, path: &str, fields: &[(String, String)]) -> Reply {
        let request = self.http.post(self.url(path)).form(fields);
        self.send(request).await
    }

    /// Fills in and sends the form with the button `button` of `page`; `filled` replaces values of its fields.
    pub async fn submit(&mut self, page: &Reply, button: &str, filled: &[(&str, &str)]) -> Reply {
        for (name, value) in filled {
            secrets::note_field(name, value);
        }
        self.submit_anything(page, button, filled).await
    }

    /// The same with values that are no secrets, whatever the name of the field: logged paths may contain them.
    pub async fn submit_anything(&mut self, page: &Reply, button: &str, filled: &[(&str, &str)]) -> Reply {
        let form = page.form(button);
        let mut fields = form.fields;
        for (name, value) in filled {
            fields.retain(|(known, _)| known != name);
            fields.push(((*name).to_owned(), (*value).to_owned()));
        }
        self.post(&form.action, &fields).await
    }

    /// Selects a file and sends it with the form that has the button `button`, as browsers send files.
    pub async fn send_file(&mut self, page: &Reply, button: &str, (name, file): (&str, &[u8])) -> Reply {
        const BOUNDARY: &str = "----a-boundary-of-this-browser";
        let form = page.form(button);
        let mut body = Vec::new();
        for (field, value) in &form.fields {
            let part = if field == name { ("; filename=\"picture.png\"", file) } else { ("", value.as_bytes()) };
            body.extend(
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"{}\r\n\r\n", part.0).bytes(),
            );
            body.extend([part.1, b"\r\n"].concat());
        }
        body.extend(format!("--{BOUNDARY}--\r\n").bytes());
        let request = self.http.post(self.url(&form.action)).body(body);
        self.send(request.header("content-type", format!("multipart/form-data; boundary={BOUNDARY}"))).await
    }

    /// Opens `path`, which redirects to the sign-in page.
    pub async fn sign_in_page(&mut self, path: &str) -> Reply {
        let to_sign_in = self.get(path).await.location();
        let form = self.get(&to_sign_in).await;
        form.is_page(200, "sign-in");
        form
    }

    /// Opens `path`, which redirects to the sign-in page, and signs in. Returns the answer to the form.
    pub async fn try_sign_in(&mut self, handle: &str, password: &str, path: &str) -> Reply {
        let form = self.sign_in_page(path).await;
        self.submit(&form, "sign-in", &[("handle", handle), ("password", password)]).await
    }

    /// As [`Browser::try_sign_in`] with the right password. Returns the address that it redirects to.
    pub async fn sign_in(&mut self, handle: &str, path: &str) -> String {
        self.try_sign_in(handle, PASSWORD, path).await.location()
    }

    /// Opens an authorization request, signs in if asked to, and presses `button` on the consent page: `approve` or
    /// `deny`. Follows redirects until one leaves the service, and returns its address.
    pub async fn decide(&mut self, (handle, password): (&str, &str), path: &str, button: &str) -> String {
        let mut reply = self.get(path).await;
        for _ in 0..PAGES {
            reply = match reply.location_or_none() {
                Some(location) if !self.is_own(location) => return reply.location(),
                Some(location) => self.get(location).await,
                None if reply.page() == "sign-in" => {
                    self.submit(&reply, "sign-in", &[("handle", handle), ("password", password)]).await
                }
                None => self.submit(&reply, button, &[]).await,
            };
        }
        panic!("the service redirects without end: {reply:?}");
    }

    /// Approves the authorization request at `path`, and returns the code.
    pub async fn approve(&mut self, handle: &str, path: &str) -> String {
        answer(&self.decide((handle, PASSWORD), path, "approve").await, "code").expect("a code")
    }

    /// Its cookies, as a request sends them.
    pub fn cookie_header(&self) -> String {
        let cookies = self.cookies.iter().map(|(name, value)| format!("{name}={value}"));
        cookies.collect::<Vec<_>>().join("; ")
    }

    fn is_own(&self, location: &str) -> bool {
        location.starts_with('/') || location.strip_prefix(&self.origin).is_some_and(|path| path.starts_with('/'))
    }

    fn url(&self, path: &str) -> String {
        if path.starts_with('/') { format!("{}{path}", self.origin) } else { path.to_owned() }
    }

    async fn send(&mut self, request: RequestBuilder) -> Reply {
        let cookies = self.cookie_header();
        let request = self.headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let request = if cookies.is_empty() { request } else { request.header(COOKIE, cookies) };
        let reply = Reply::to(request).await;
        for planted in reply.headers.get_all(SET_COOKIE) {
            let text = planted.to_str().expect("plain text");
            secrets::note_cookie(text);
            let (name, value) = text.split(';').next().and_then(|pair| pair.split_once('=')).expect("a cookie");
            if text.contains("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        reply
    }
}

/// Returns the parameter `name` of an authorization response: of the fragment or the query of its address.
pub fn answer(address: &str, name: &str) -> Option<String> {
    let (_, answer) = address.split_once('#').or_else(|| address.split_once('?'))?;
    form_urlencoded::parse(answer.as_bytes()).find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}
