//! `POST {base}/account/name`: changes the displayed name.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use crate::pages::account::profile::{self, AccountProblems, Change, FormState};
use crate::pages::csrf_session::{ChangeError, changing_session};
use crate::pages::form::PageForm;
use crate::pages::{account_copy, page};
use crate::state::Backend;
use stagepass_kit::display_name::display_name;
use stagepass_kit::parameters::Parameters;

pub(crate) async fn submit(
    State(backend): State<Arc<Backend>>,
    headers: HeaderMap,
    PageForm(form): PageForm,
) -> Response {
    change(&backend, &headers, &form).await.unwrap_or_else(|error| error.respond(&backend, "/account"))
}

async fn change(backend: &Backend, headers: &HeaderMap, form: &Parameters) -> Result<Response, ChangeError> {
    let session = changing_session(backend, headers, form.required("csrf").ok(), Change::Name.name()).await?;
    let typed = form.optional("name");
    let name = typed.map(|name| display_name(name.unwrap_or_default()).map_err(account_copy::name_problem));
    match name.unwrap_or(Err(account_copy::NAME_CHARACTERS)) {
        Ok(name) => {
            backend.store.rename_user(session.user.user_id, name).await?;
            Ok(page::see_other(&profile::changed(backend, Change::Name)))
        }
        Err(problem) => {
            let problems = AccountProblems { name: Some(problem), ..AccountProblems::default() };
            let state = FormState { name: typed.ok().flatten(), problems, ..FormState::default() };
            Ok(profile::respond(backend, &session, StatusCode::BAD_REQUEST, state))
        }
    }
}
