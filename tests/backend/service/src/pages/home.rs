//! `{base}` and `/`: what this service is, with links. Users and developers try these addresses first.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::accounts::support_contact::SupportContact;
use crate::pages::page;
use crate::state::Backend;
use crate::texts::filters;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'a> {
    base: &'a str,
    /// Whether visitors can create an account.
    sign_up: bool,
    contact: Option<&'a SupportContact>,
}

pub(crate) async fn show(State(backend): State<Arc<Backend>>) -> Response {
    let page =
        HomePage { base: backend.base_url.path(), sign_up: backend.sign_up, contact: backend.support_contact.as_ref() };
    page::respond(StatusCode::OK, &page, None)
}
