//! The page of an account that is marked for deletion.

use askama::Template;
use axum::http::StatusCode;
use axum::response::Response;

use crate::pages::csrf::Form;
use crate::pages::page;
use crate::pages::relative_time::RelativeTime;
use crate::state::Backend;
use crate::texts::filters;

/// What a user sees whose account is marked for deletion.
#[derive(Template)]
#[template(path = "deletion.html")]
struct DeletionPage<'a> {
    base: &'a str,
    handle: &'a str,
    /// When it is deleted.
    on: RelativeTime,
    /// The token of the form that keeps the account. Without it, the user has to sign in first, or it is too late.
    keep: Option<(i64, String)>,
}

/// Returns the page of a marked account. With `keep`, the user has just given the password, and can keep it.
pub(crate) fn marked(backend: &Backend, (user_id, handle): (i64, &str), deletion_at: i64, keep: bool) -> Response {
    let now = backend.clock.now();
    let token = || Form::KeepAccount { user_id }.token(&backend.keys, now);
    let keep = (keep && deletion_at > now).then(|| (user_id, token()));
    let on = RelativeTime::new(now, deletion_at);
    page::respond(StatusCode::OK, &DeletionPage { base: backend.base_url.path(), handle, on, keep }, None)
}
