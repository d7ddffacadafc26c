//! A browser, as far as these pages need one: it keeps cookies, reads forms and sends them, and shows where it is sent to.

use std::collections::BTreeMap;

use reqwest::header::{COOKIE, HeaderMap, LOCATION, SET_COOKIE};
use serde_json::Value;
use stagepass_test_support::secrets;

use super::html::{self, Form};
use super::{PASSWORD, answer};

#[derive(Clone)]
pub(crate) struct Browser {
    origin: String,
    http: reqwest::Client,
    pub(crate) cookies: BTreeMap<String, String>,
    /// What else it says with each request.
    pub(crate) headers: Vec<(&'static str, &'static str)>,
}

/// An answer, read to its end.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) async fn read(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let reply = Self { status, headers, body: response.text().await.expect("a whole body") };
        secrets::note_answer(&reply.body);
        secrets::note_address(reply.header(LOCATION.as_str()));
        reply
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("JSON")
    }

    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().expect("an error code").to_owned()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map(|value| value.to_str().expect("plain text")).unwrap_or_default()
    }

    /// Where a 303 leads.
    pub(crate) fn location(&self) -> String {
        assert_eq!(self.status, 303, "{}", self.body);
        self.headers[LOCATION].to_str().expect("plain text").to_owned()
    }

    /// Where a redirect leads; `None` of an answer that is none.
    pub(crate) fn location_or_none(&self) -> Option<&str> {
        Some(self.header(LOCATION.as_str())).filter(|location| !location.is_empty())
    }

    /// The `data-page` of a page.
    pub(crate) fn page(&self) -> String {
        html::attribute(&self.body, "data-page").expect("a page")
    }

    /// What the page shouts; panics if it is calm.
    pub(crate) fn alert(&self) -> String {
        html::alert(&self.body).expect("an alert")
    }

    /// The form that has the button with this `data-act` or id.
    pub(crate) fn form(&self, button: &str) -> Form {
        html::form_with_button(&self.body, button).unwrap_or_else(|| panic!("no form with #{button} in {}", self.body))
    }
}

impl Browser {
    pub(crate) fn new(origin: String, http: reqwest::Client) -> Self {
        Self { origin, http, cookies: BTreeMap::new(), headers: Vec::new() }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Reply {
        let request = self.http.get(format!("{}{path}", self.origin));
        self.send(request).await
    }

    pub(crate) async fn post(&mut self, path: &str, fields: &[(String, String)]) -> Reply {
        let request = self.http.post(format!("{}{path}", self.origin)).form(fields);
        self.send(request).await
    }

    /// Fills in and sends the form with the button `button` of `page`; `filled` overrides what stands in the fields.
    pub(crate) async fn submit(&mut self, page: &Reply, button: &str, filled: &[(&str, &str)]) -> Reply {
        for (name, value) in filled {
            secrets::note_field(name, value);
        }
        self.submit_anything(page, button, filled).await
    }

    /// The same with what is nobody's secret, whatever the field is called: paths that are logged may have the same in them.
    pub(crate) async fn submit_anything(&mut self, page: &Reply, button: &str, filled: &[(&str, &str)]) -> Reply {
        let form = page.form(button);
        let mut fields = form.fields;
        for (name, value) in filled {
            fields.retain(|(known, _)| known != name);
            fields.push(((*name).to_owned(), (*value).to_owned()));
        }
        self.post(&form.action, &fields).await
    }

    /// Chooses a file and sends it with the form that has the button `button`, as browsers send files.
    pub(crate) async fn send_file(&mut self, page: &Reply, button: &str, (name, file): (&str, &[u8])) -> Reply {
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
        let request = self.http.post(format!("{}{}", self.origin, form.action)).body(body);
        self.send(request.header("content-type", format!("multipart/form-data; boundary={BOUNDARY}"))).await
    }

    /// Opens `path`, which leads to the sign-in page, and signs in. Returns the answer to the form.
    pub(crate) async fn try_sign_in(&mut self, handle: &str, password: &str, path: &str) -> Reply {
        let to_sign_in = self.get(path).await.location();
        let form = self.get(&to_sign_in).await;
        assert_eq!(form.page(), "sign-in");
        self.submit(&form, "sign-in", &[("handle", handle), ("password", password)]).await
    }

    /// As [`Browser::try_sign_in`] with the right password; returns where that leads.
    pub(crate) async fn sign_in(&mut self, handle: &str, path: &str) -> String {
        self.try_sign_in(handle, PASSWORD, path).await.location()
    }

    /// Signs in at `path`, approves, and returns the code.
    pub(crate) async fn approve(&mut self, handle: &str, path: &str) -> String {
        let next = self.sign_in(handle, path).await;
        let consent = self.get(&next).await;
        answer(&self.submit(&consent, "approve", &[]).await.location(), "code").expect("a code")
    }

    /// Approves at `path`, where somebody is signed in already.
    pub(crate) async fn approve_again(&mut self, path: &str) {
        let consent = self.get(path).await;
        assert!(self.submit(&consent, "approve", &[]).await.location().contains("code="));
    }

    async fn send(&mut self, request: reqwest::RequestBuilder) -> Reply {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = self.headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        let request = if cookies.is_empty() { request } else { request.header(COOKIE, cookies.join("; ")) };
        let reply = Reply::read(request.send().await.expect("an answer")).await;
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
