//! The language of the request, and the look of the service.
//!
//! A page is rendered far from its request, and many functions return an error page. So the language is a task-local
//! value, and not a parameter of all of them.

use std::sync::{Arc, LazyLock};

use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use form_urlencoded::Serializer;

use super::Texts;
use super::language::Language;
use super::requested::Tags;
use crate::look::Look;
use crate::state::Backend;

/// What all pages of a request have.
#[derive(Debug, Clone)]
pub(crate) struct Current {
    pub(super) language: Arc<Language>,
    look: Arc<Look>,
    /// Whether `ui_locales` named the language. Links and forms of the page then name it, too.
    is_named: bool,
}

tokio::task_local! {
    static CURRENT: Current;
}

/// English, for a text outside of a request.
static DEFAULT: LazyLock<Current> = LazyLock::new(|| PageContext::default().in_language(None));

/// Calls `read` with the language of the request.
pub(super) fn with<T>(read: impl Fn(&Current) -> T) -> T {
    CURRENT.try_with(&read).unwrap_or_else(|_| read(&DEFAULT))
}

/// Chooses the language of the pages that respond to a request.
pub(crate) async fn choose(State(backend): State<Arc<Backend>>, request: Request, next: Next) -> Response {
    CURRENT.scope(PageContext::of(&backend).chosen_by(&request), next.run(request)).await
}

/// Responds with English pages.
pub(crate) async fn in_english(State(backend): State<Arc<Backend>>, request: Request, next: Next) -> Response {
    CURRENT.scope(PageContext::of(&backend).in_language(Some(backend.texts.english())), next.run(request)).await
}

/// Returns the tag and the direction of the language.
pub(crate) fn language() -> (String, &'static str) {
    with(|current| (current.language.tag().to_owned(), current.language.direction()))
}

/// Returns the look of the service.
pub(crate) fn look() -> Arc<Look> {
    with(|current| Arc::clone(&current.look))
}

/// Returns `?ui_locales=TAG` for an address of this service, if the request named its language, or "".
pub(crate) fn query() -> String {
    let mut query = Serializer::new(String::new());
    append_to(&mut query);
    let query = query.finish();
    if query.is_empty() { query } else { format!("?{query}") }
}

/// Appends `ui_locales`, if the request named its language.
pub(crate) fn append_to(query: &mut Serializer<'_, String>) {
    if let Some(tag) = with(|current| current.is_named.then(|| current.language.tag().to_owned())) {
        query.append_pair("ui_locales", &tag);
    }
}

/// What all pages of a service have.
#[derive(Debug, Clone, Default)]
pub(crate) struct PageContext {
    texts: Texts,
    look: Arc<Look>,
}

impl PageContext {
    pub(crate) fn of(backend: &Backend) -> Self {
        Self { texts: backend.texts.clone(), look: Arc::clone(&backend.look) }
    }

    /// Calls `respond` with the language of `request`.
    pub(crate) fn respond_to(&self, request: &Request, respond: impl FnOnce() -> Response) -> Response {
        CURRENT.sync_scope(self.chosen_by(request), respond)
    }

    /// Without a language, the default.
    fn in_language(&self, language: Option<Arc<Language>>) -> Current {
        let language = language.unwrap_or_else(|| Arc::clone(&self.texts.default));
        Current { language, look: Arc::clone(&self.look), is_named: false }
    }

    fn chosen_by(&self, request: &Request) -> Current {
        let named = ui_locales(request.uri().query().unwrap_or_default());
        if let Some(language) = named.and_then(|named| self.texts.choose(&Tags::from_ui_locales(&named)).cloned()) {
            return Current { is_named: true, ..self.in_language(Some(language)) };
        }
        let accepted = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        self.in_language(self.texts.choose(&Tags::from_accept_language(accepted.unwrap_or_default())).cloned())
    }
}

/// Returns `ui_locales` of a query, or of the authorization request to which the sign-in page continues.
fn ui_locales(query: &str) -> Option<String> {
    let read = |query: &str, name| {
        let mut pairs = form_urlencoded::parse(query.as_bytes());
        pairs.find_map(|(found, value)| (found == name).then(|| value.into_owned()))
    };
    read(query, "ui_locales").or_else(|| read(read(query, "next")?.split_once('?')?.1, "ui_locales"))
}
