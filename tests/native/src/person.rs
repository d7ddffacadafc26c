//! A listener with a browser of their own, going through the service's real pages.

use std::rc::Rc;

use reqwest::header::{LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, Url};
use stagepass_test_support::secrets;
use tokio::runtime::Runtime;

use crate::form::{self, Form};
use crate::service::{HANDLE, PASSWORD, Service};

/// More pages than any sign-in has.
const PAGES: usize = 10;

/// A page that is shown.
#[derive(Debug)]
pub struct Page {
    /// The HTTP status.
    pub status: u16,
    /// Which page it says it is: `sign-in`, `consent`, `error`.
    pub kind: String,
    /// All of it.
    pub html: String,
    address: Url,
}

/// Where a step leads.
enum Next {
    Page(Page),
    /// Away from the service.
    Away(String),
}

/// The person, for tests that wait without a runtime of their own.
#[derive(Debug)]
pub struct Person {
    runtime: Rc<Runtime>,
    walk: Walk,
}

impl Person {
    /// The listener of `service`, not signed in yet.
    pub fn new(service: &Service) -> Self {
        Self { runtime: service.runtime(), walk: Walk::default() }
    }

    /// Goes to an authorization address, signs in if asked, and says yes. Gives the address that the service then leads to.
    pub fn approve(&self, authorize_url: &str) -> String {
        self.decide(authorize_url, "approve")
    }

    /// The same, saying no.
    pub fn deny(&self, authorize_url: &str) -> String {
        self.decide(authorize_url, "deny")
    }

    /// Goes to an address of the service's and looks at the page there.
    pub fn look_at(&self, address: &str) -> Page {
        self.runtime.block_on(async {
            match self.walk.go(self.walk.client.get(address)).await {
                Next::Page(page) => page,
                Next::Away(address) => panic!("the service leads away, to {address}"),
            }
        })
    }

    fn decide(&self, authorize_url: &str, decision: &str) -> String {
        self.runtime.block_on(self.walk.decide(authorize_url, decision))
    }
}

/// How they go from page to page. Cookies are kept, so a second sign-in goes straight to the question.
#[derive(Debug)]
pub struct Walk {
    client: Client,
    handle: String,
}

impl Default for Walk {
    fn default() -> Self {
        Self::of(HANDLE)
    }
}

impl Walk {
    /// Somebody with this handle, and the password that all have.
    pub fn of(handle: &str) -> Self {
        let client = Client::builder().cookie_store(true).redirect(Policy::none()).build().expect("an HTTP client");
        Self { client, handle: handle.to_owned() }
    }

    /// Goes to an authorization address, signs in if asked, and decides: `approve` or `deny`. Gives the address that the service then leads to.
    pub async fn decide(&self, authorize_url: &str, decision: &str) -> String {
        let mut next = self.go(self.client.get(authorize_url)).await;
        for _ in 0..PAGES {
            let page = match next {
                Next::Away(address) => return address,
                Next::Page(page) => page,
            };
            next = match page.kind.as_str() {
                "sign-in" => self.submit(&page, "/sign-in", &[("handle", &*self.handle), ("password", PASSWORD)]).await,
                "consent" => self.submit(&page, "/oauth/consent", &[("decision", decision)]).await,
                _ => panic!("not a page to decide on: {page:?}"),
            };
        }
        panic!("the service asks without end");
    }

    async fn submit(&self, page: &Page, action: &str, typed: &[(&str, &str)]) -> Next {
        let forms = form::forms(&page.html);
        let form = forms.into_iter().find(|form| form.action.contains(action));
        let Form { action, mut hidden } = form.unwrap_or_else(|| panic!("no form for {action} on {page:?}"));
        hidden.extend(typed.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let address = page.address.join(&action).expect("a form's action is an address");
        self.go(self.client.post(address).form(&hidden)).await
    }

    /// Follows redirects for as long as they stay with the service.
    async fn go(&self, request: RequestBuilder) -> Next {
        let mut answer = request.send().await.expect("the service answers");
        for _ in 0..PAGES {
            note(&answer);
            let from = answer.url().clone();
            let Some(location) = answer.headers().get(LOCATION) else {
                let status = answer.status().as_u16();
                let html = answer.text().await.expect("a page is text");
                secrets::note_answer(&html);
                let kind = form::attribute(&html, "data-page").unwrap_or_default();
                return Next::Page(Page { status, kind, html, address: from });
            };
            let location = location.to_str().expect("an address is ASCII");
            let to = from.join(location).expect("a Location is an address");
            if to.origin() != from.origin() {
                return Next::Away(location.to_owned());
            }
            answer = self.client.get(to).send().await.expect("the service answers");
        }
        panic!("the service redirects without end");
    }
}

/// Notes what a page gives along with itself.
fn note(answer: &Response) {
    let text = |value: &reqwest::header::HeaderValue| value.to_str().expect("a header is ASCII").to_owned();
    answer.headers().get_all(SET_COOKIE).iter().map(text).for_each(|cookie| secrets::note_cookie(&cookie));
    answer.headers().get(LOCATION).map(text).iter().for_each(|address| secrets::note_address(address));
}
