//! Parsing an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3): first the client, then the redirect URI, then the
//! rest.
//!
//! This order prevents an open redirector: nothing is sent anywhere until the first two are accepted. What is sent then
//! depends on what triggered the request: see `authorization_response::Trigger`.

use serde::Serialize;

use crate::accounts::redirect_uri::{Kind, RedirectUri};
use crate::dpop::key::is_thumbprint;
use crate::oauth::interaction::{Interaction, InteractionError, SilentRefusal};
use crate::oauth::recipient::{Client, Recipient, RecipientError, RecipientProblem};
use crate::oauth::return_address::{AuthorizationErrorCode, ResponseMode, ReturnAddress};
use stagepass_kit::parameters::{ParameterError, Parameters};
use stagepass_store::{AppRecord, Store, StoreError};

/// The longest query in bytes: 6,000 for a redirect URI that is percent-encoded throughout, and the rest.
const MAX_QUERY: usize = 16 << 10;
/// The longest state in bytes. The request is part of the sign-in form, where it is encoded twice.
pub(crate) const MAX_STATE: usize = 2_000;

/// A request that may be shown to the user.
#[derive(Debug, Clone)]
pub(crate) struct AuthorizationRequest {
    pub(crate) client: Client,
    pub(crate) scope: Scope,
    pub(crate) code_challenge: String,
    /// The thumbprint of the key to which the code is bound (RFC 9449 §10).
    pub(crate) dpop_jkt: Option<String>,
    pub(crate) display: Display,
    pub(crate) interaction: Interaction,
    pub(crate) return_address: ReturnAddress,
}

/// What an app may do for a user, or a user with a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scope {
    /// See, and play.
    Read,
    /// Change, too.
    Write,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Display {
    Popup,
    FullScreen,
}

/// Why a request is not shown to the user.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// Never redirected, because the query is not parsed.
    #[error("the query is longer than {MAX_QUERY} bytes")]
    TooLong,
    /// Never redirected, because the recipient is unknown.
    #[error(transparent)]
    Recipient(#[from] RecipientProblem),
    /// An error in the request of a registered app. The app receives it at its redirect URI, but not by a redirect that
    /// any link can trigger.
    #[error("{error}")]
    Reported { error: RequestProblem, app: Box<AppRecord>, to: Box<ReturnAddress> },
    /// The same for an unregistered app. The error is shown on a page, and nothing is sent.
    #[error(transparent)]
    ErrorPage(RequestProblem),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Refusal {
    pub(crate) fn new(error: RequestProblem, client: Client, to: ReturnAddress) -> Self {
        match client {
            Client::Registered(app) => Self::Reported { error, app: Box::new(app), to: Box::new(to) },
            Client::Named(_) => Self::ErrorPage(error),
        }
    }
}

impl From<RecipientError> for Refusal {
    fn from(error: RecipientError) -> Self {
        match error {
            RecipientError::Problem(problem) => Self::Recipient(problem),
            RecipientError::Store(error) => Self::Store(error),
        }
    }
}

/// An error about the other parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RequestProblem {
    #[error("{0}")]
    Parameter(#[from] ParameterError),
    #[error("state is longer than {MAX_STATE} bytes")]
    State,
    #[error("response_type must be code")]
    ResponseType,
    #[error("response_mode must be fragment, query or web_message")]
    ResponseMode,
    #[error("response_mode=web_message needs a redirect_uri with https, or on localhost")]
    WebMessage,
    #[error("scope must be read or write")]
    Scope,
    #[error("only registered apps can have the scope write: send an api_key")]
    WriteUnregistered,
    #[error("code_challenge_method must be S256")]
    ChallengeMethod,
    #[error("code_challenge must be the base64url of a SHA-256: 43 characters")]
    Challenge,
    #[error("dpop_jkt must be the base64url of a SHA-256: 43 characters")]
    Thumbprint,
    #[error("display must be popup or fullScreen")]
    Display,
    #[error("{0}")]
    Interaction(#[from] InteractionError),
    #[error("{0}")]
    Silent(#[from] SilentRefusal),
}

impl RequestProblem {
    pub(crate) fn code(self) -> AuthorizationErrorCode {
        match self {
            Self::Scope | Self::WriteUnregistered => AuthorizationErrorCode::InvalidScope,
            Self::ResponseType => AuthorizationErrorCode::UnsupportedResponseType,
            Self::Parameter(_)
            | Self::State
            | Self::ResponseMode
            | Self::WebMessage
            | Self::ChallengeMethod
            | Self::Challenge
            | Self::Thumbprint
            | Self::Display
            | Self::Interaction(_) => AuthorizationErrorCode::InvalidRequest,
            Self::Silent(SilentRefusal::Interaction) => AuthorizationErrorCode::InteractionRequired,
            Self::Silent(SilentRefusal::Login) => AuthorizationErrorCode::LoginRequired,
            Self::Silent(SilentRefusal::AccountSelection) => AuthorizationErrorCode::AccountSelectionRequired,
            Self::Silent(SilentRefusal::Consent) => AuthorizationErrorCode::ConsentRequired,
        }
    }
}

impl AuthorizationRequest {
    /// Parses the query of an authorization request.
    pub(crate) async fn read(store: &Store, query: &str) -> Result<Self, Refusal> {
        if query.len() > MAX_QUERY {
            return Err(Refusal::TooLong);
        }
        let parameters = Parameters::from_form(query.as_bytes());
        let Recipient { client, redirect_uri } = Recipient::read(store, &parameters).await?;

        // The parameters that an error response needs have fallbacks, so that an error in them can be reported.
        let response_mode = read_response_mode(&redirect_uri, &parameters);
        let return_address = ReturnAddress {
            redirect_uri,
            response_mode: response_mode.unwrap_or(ResponseMode::Fragment),
            state: read_state(&parameters).ok().map(str::to_owned),
        };
        let rest = response_mode.and_then(|_| read_rest(&client, &parameters));
        match rest.and_then(|rest| Ok((rest, Interaction::read(&parameters)?))) {
            Ok((rest, interaction)) => {
                let (scope, code_challenge, dpop_jkt, display) = rest;
                Ok(Self { client, scope, code_challenge, dpop_jkt, display, interaction, return_address })
            }
            Err(error) => Err(Refusal::new(error, client, return_address)),
        }
    }

    /// Returns the path and the query of the request. `base` is the path of the service.
    pub(crate) fn path_and_query(&self, base: &str) -> String {
        format!("{base}/oauth/authorize?{}", self.to_query())
    }

    /// Returns the request as a query, with the parsed parameters only.
    pub(crate) fn to_query(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        match &self.client {
            Client::Registered(app) => query.append_pair("api_key", &app.api_key),
            Client::Named(name) => query.append_pair("app_name", name),
        };
        query.append_pair("redirect_uri", self.return_address.redirect_uri.as_str());
        query.append_pair("response_type", "code");
        query.append_pair("scope", self.scope.as_str());
        if let Some(state) = &self.return_address.state {
            query.append_pair("state", state);
        }
        query.append_pair("code_challenge", &self.code_challenge);
        query.append_pair("code_challenge_method", "S256");
        if let Some(dpop_jkt) = &self.dpop_jkt {
            query.append_pair("dpop_jkt", dpop_jkt);
        }
        query.append_pair("response_mode", self.return_address.response_mode.as_str());
        query.append_pair(
            "display",
            match self.display {
                Display::Popup => "popup",
                Display::FullScreen => "fullScreen",
            },
        );
        self.interaction.append_to(&mut query);
        query.finish()
    }
}

impl Scope {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

fn read_response_mode(redirect_uri: &RedirectUri, parameters: &Parameters) -> Result<ResponseMode, RequestProblem> {
    let Some(name) = parameters.optional("response_mode")? else { return Ok(ResponseMode::Fragment) };
    match ResponseMode::ALL.into_iter().find(|mode| mode.as_str() == name) {
        Some(ResponseMode::WebMessage) if !redirect_uri.is_https_or_local() => Err(RequestProblem::WebMessage),
        Some(mode) => Ok(mode),
        None => Err(RequestProblem::ResponseMode),
    }
}

/// RFC 6749 §4.1.1 only recommends a state. Without one, an app cannot tell its own response from one sent by an
/// attacker.
fn read_state(parameters: &Parameters) -> Result<&str, RequestProblem> {
    let state = parameters.required("state")?;
    if state.len() <= MAX_STATE { Ok(state) } else { Err(RequestProblem::State) }
}

type Rest = (Scope, String, Option<String>, Display);

fn read_rest(client: &Client, parameters: &Parameters) -> Result<Rest, RequestProblem> {
    read_state(parameters)?;
    if parameters.required("response_type")? != "code" {
        return Err(RequestProblem::ResponseType);
    }
    let scope = match (parameters.optional("scope")?, client) {
        (Some("read"), _) => Scope::Read,
        (Some("write"), Client::Registered(_)) => Scope::Write,
        (Some("write"), Client::Named(_)) => return Err(RequestProblem::WriteUnregistered),
        _ => return Err(RequestProblem::Scope),
    };
    let code_challenge = parameters.required("code_challenge")?;
    // Without the parameter, the method would be "plain" (RFC 7636 §4.3), which is not supported.
    if parameters.optional("code_challenge_method")? != Some("S256") {
        return Err(RequestProblem::ChallengeMethod);
    }
    let base64url = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if code_challenge.len() != 43 || !code_challenge.bytes().all(base64url) {
        return Err(RequestProblem::Challenge);
    }
    let display = match parameters.optional("display")? {
        None | Some("popup") => Display::Popup,
        Some("fullScreen") => Display::FullScreen,
        Some(_) => return Err(RequestProblem::Display),
    };
    let dpop_jkt = parameters.optional("dpop_jkt")?;
    if dpop_jkt.is_some_and(|dpop_jkt| !is_thumbprint(dpop_jkt)) {
        return Err(RequestProblem::Thumbprint);
    }
    Ok((scope, code_challenge.to_owned(), dpop_jkt.map(str::to_owned), display))
}

impl AuthorizationRequest {
    /// Returns whether the app is registered. If not, the page says so, and shows its redirect target before its name.
    pub(crate) fn is_registered(&self) -> bool {
        matches!(self.client, Client::Registered(_))
    }

    pub(crate) fn target(&self) -> String {
        self.return_address.redirect_uri.target()
    }

    /// Returns whether the response can be posted to the window that opened the popup of a registered app.
    pub(crate) fn posts_message(&self) -> bool {
        let is_popup = self.display == Display::Popup && self.is_registered();
        is_popup && self.return_address.response_mode == ResponseMode::WebMessage
    }

    /// Returns the request after the user has signed in for it.
    pub(crate) fn after_sign_in(&self) -> Self {
        Self { interaction: self.interaction.after_sign_in(), ..self.clone() }
    }

    pub(crate) fn opens_an_app(&self) -> bool {
        self.return_address.redirect_uri.kind() == Kind::Custom
    }

    pub(crate) fn layout(&self) -> &'static str {
        match self.display {
            Display::Popup => "popup",
            Display::FullScreen => "full-screen",
        }
    }
}
