//! Authorization codes (RFC 6749 §4.1.2).

use axum::http::HeaderMap;
use axum::response::Response;

use crate::limits::database_space::{self, NoSpace};
use crate::limits::rate_limited;
use crate::oauth::authorization_request::AuthorizationRequest;
use crate::oauth::consent_memory::terms_hash;
use crate::oauth::recipient::Client;
use crate::pages::problem::Problem;
use crate::pages::session::{self, Session};
use crate::state::Backend;
use crate::token::Claims;
use crate::token::keys::Purpose;
use stagepass_kit::entropy::{self, EntropyError};
use stagepass_kit::rate::RateLimited;
use stagepass_store::{GrantId, NewGrant, StoreError};

/// The lifetime of a code in seconds.
const CODE_LIFETIME: i64 = 10 * 60;

/// Why no code was issued.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IssueError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Entropy(#[from] EntropyError),
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    #[error(transparent)]
    NoSpace(#[from] NoSpace),
    #[error("the user has the most sign-ins or connected apps that an account can have")]
    TooMany,
}

impl IssueError {
    /// Returns the page for an error that the app is not sent. A redirect would let a page that tries again at each
    /// error continue its loop.
    pub(crate) fn page(&self, base: &str) -> Option<Response> {
        match self {
            Self::RateLimited(rate_limited) => Some(rate_limited::of_user(base, *rate_limited)),
            Self::NoSpace(_) => Some(Problem::no_space().respond(base)),
            Self::TooMany => Some(Problem::too_many_sign_ins(base).respond(base)),
            Self::Store(_) | Self::Entropy(_) => None,
        }
    }
}

/// Whether the user was asked on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConsentSource {
    Page,
    /// The answer is remembered.
    Memory,
}

/// Returns a new code for `request`, which the user of this session has approved.
pub(crate) async fn issue(
    backend: &Backend,
    request: &AuthorizationRequest,
    session: &Session,
    headers: &HeaderMap,
    source: ConsentSource,
) -> Result<String, IssueError> {
    let (api_key, app_name) = match &request.client {
        Client::Registered(app) => (Some(app.api_key.as_str()), None),
        Client::Named(name) => (None, Some(name.as_str())),
    };
    backend.app_limit.take_code(api_key, session.user.user_id)?;
    database_space::check_for_sign_in(backend).await?;
    let now = backend.clock.now();
    let id = GrantId(entropy::random(&*backend.entropy)?);
    let expires_at = now + CODE_LIFETIME;
    let device = session::device(backend, headers, &session.user.handle).map(|device| device.number());
    let terms_hash = (source == ConsentSource::Page).then(|| terms_hash(request.client.name(), request.scope));
    let grant = NewGrant {
        id,
        user_id: session.user.user_id,
        api_key,
        app_name,
        scope: request.scope.as_str(),
        redirect_uri: request.return_address.redirect_uri.as_str(),
        code_challenge: &request.code_challenge,
        code_jkt: request.dpop_jkt.as_deref(),
        key: backend.keys.signing_id(),
        created_at: now,
        expires_at,
        authenticated_at: session.authenticated_at,
        device: device.as_deref(),
        terms_hash: terms_hash.as_ref().map(|hash| &hash[..]),
    };
    if !backend.store.insert_grant(&grant).await? {
        return Err(IssueError::TooMany);
    }
    Ok(backend.keys.seal(Purpose::Code, Claims { grant: id, generation: 0, expires_at }))
}
