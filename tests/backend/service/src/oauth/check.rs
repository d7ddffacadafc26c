//! `GET {base}/oauth/check`: whether the service knows an app and accepts its redirect URI.
//!
//! No script of an app can read the error page of `/oauth/authorize`. An app that checks its own configuration can
//! read at this endpoint what that page would say. It returns nothing else, and any origin can
//! read it. It reads no cookie.

use std::sync::Arc;

use axum::Json;
use axum::extract::{RawQuery, State};
use serde::Serialize;

use crate::oauth::error::OAuthError;
use crate::oauth::recipient::{Recipient, RecipientError, RecipientProblem};
use crate::state::Backend;
use stagepass_kit::parameters::Parameters;

/// Whether an authorization request with this client and this redirect URI would be accepted.
#[derive(Debug, Serialize)]
pub(crate) struct RecipientCheck {
    /// Whether both are accepted.
    ok: bool,
    /// The first rule that is broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<CheckProblem>,
}

/// A broken rule, with the texts of the error page.
#[derive(Debug, Serialize)]
struct CheckProblem {
    /// The parameter: `client` (`api_key`, `client_id` or `app_name`) or `redirect_uri`.
    parameter: &'static str,
    /// The short name of the rule, such as `unknown` or `not_registered`.
    rule: &'static str,
    /// What is wrong.
    message: String,
    /// What the developer can do.
    remedy: &'static str,
}

/// Takes `api_key` (or `client_id`, or `app_name`) and `redirect_uri`, as `/oauth/authorize` does.
///
/// # Errors
/// `server_error` if the store failed.
pub(crate) async fn show(
    State(backend): State<Arc<Backend>>,
    RawQuery(query): RawQuery,
) -> Result<Json<RecipientCheck>, OAuthError> {
    let parameters = Parameters::from_form(query.unwrap_or_default().as_bytes());
    let problem = match Recipient::read(&backend.store, &parameters).await {
        Ok(_) => None,
        Err(RecipientError::Problem(problem)) => Some(problem.into()),
        Err(RecipientError::Store(error)) => return Err(error.into()),
    };
    Ok(Json(RecipientCheck { ok: problem.is_none(), problem }))
}

impl From<RecipientProblem> for CheckProblem {
    fn from(problem: RecipientProblem) -> Self {
        let parameter = match problem {
            RecipientProblem::Client(_) => "client",
            RecipientProblem::RedirectUri(_) => "redirect_uri",
        };
        Self { parameter, rule: problem.rule(), message: problem.to_string(), remedy: problem.remedy() }
    }
}
