//! The recipient of an authorization response: the app and its redirect URI.
//!
//! Both are parsed before the rest of a request. Until they are accepted, nothing is sent anywhere.

use crate::accounts::redirect_uri::{Kind, RedirectUri, Rule};
use stagepass_kit::display_name::{NameError, display_name};
use stagepass_kit::identifier::is_api_key;
use stagepass_kit::parameters::{ParameterError, Parameters};
use stagepass_store::{AppRecord, Store, StoreError};

/// An app and one of its redirect URIs.
#[derive(Debug, Clone)]
pub(crate) struct Recipient {
    pub(crate) client: Client,
    pub(crate) redirect_uri: RedirectUri,
}

/// The app that sent the request.
#[derive(Debug, Clone)]
pub(crate) enum Client {
    Registered(AppRecord),
    /// An unregistered app, with the name that it gave itself.
    Named(String),
}

/// Why there is no recipient.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecipientError {
    #[error(transparent)]
    Problem(#[from] RecipientProblem),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An error about the app or its redirect URI.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RecipientProblem {
    #[error(transparent)]
    Client(#[from] ClientProblem),
    #[error(transparent)]
    RedirectUri(#[from] RedirectUriProblem),
}

/// An error about the app.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ClientProblem {
    #[error("the app is missing: send api_key or, for the scope read, app_name")]
    Missing,
    #[error("{0}")]
    Parameter(ParameterError),
    #[error("api_key and client_id differ")]
    Conflict,
    #[error("api_key or client_id is not an API key: 0x and 40 hexadecimal digits")]
    Malformed,
    #[error("no app has this API key")]
    Unknown,
    #[error("the app_name is refused: {0}")]
    Name(NameError),
    #[error("the app_name has the form of an API key")]
    NameLikeKey,
}

/// An error about the redirect URI.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RedirectUriProblem {
    #[error("{0}")]
    Parameter(ParameterError),
    #[error("the redirect_uri breaks a rule: {rule}")]
    Rule { rule: Rule, given: String },
    #[error("the redirect_uri is not registered for this app")]
    NotRegistered { given: String, similar: bool },
    #[error("the redirect_uri has a custom scheme, which only a registered app may use")]
    CustomUnregistered { given: String },
}

impl From<ClientProblem> for RecipientError {
    fn from(problem: ClientProblem) -> Self {
        Self::Problem(problem.into())
    }
}

impl From<RedirectUriProblem> for RecipientError {
    fn from(problem: RedirectUriProblem) -> Self {
        Self::Problem(problem.into())
    }
}

impl RecipientProblem {
    /// The short name of the broken rule.
    pub(crate) fn rule(&self) -> &'static str {
        match self {
            Self::Client(ClientProblem::Missing) => "missing",
            Self::Client(ClientProblem::Conflict) => "conflict",
            Self::Client(ClientProblem::Malformed) => "malformed",
            Self::Client(ClientProblem::Unknown) => "unknown",
            Self::Client(ClientProblem::Name(_) | ClientProblem::NameLikeKey) => "name",
            Self::Client(ClientProblem::Parameter(_)) | Self::RedirectUri(RedirectUriProblem::Parameter(_)) => {
                "parameter"
            }
            Self::RedirectUri(RedirectUriProblem::Rule { rule, .. }) => rule.name(),
            Self::RedirectUri(RedirectUriProblem::NotRegistered { .. }) => "not_registered",
            Self::RedirectUri(RedirectUriProblem::CustomUnregistered { .. }) => "custom_scheme",
        }
    }

    /// The redirect URI that breaks a rule.
    pub(crate) fn given(&self) -> Option<&str> {
        match self {
            Self::RedirectUri(
                RedirectUriProblem::Rule { given, .. }
                | RedirectUriProblem::NotRegistered { given, .. }
                | RedirectUriProblem::CustomUnregistered { given },
            ) => Some(given),
            Self::RedirectUri(RedirectUriProblem::Parameter(_)) | Self::Client(_) => None,
        }
    }

    /// What the developer of the app can do.
    pub(crate) fn remedy(&self) -> &'static str {
        match self {
            Self::Client(problem) => remedy_for_client(problem),
            Self::RedirectUri(problem) => remedy_for_redirect_uri(problem),
        }
    }
}

fn remedy_for_client(problem: &ClientProblem) -> &'static str {
    match problem {
        ClientProblem::Missing => "Send the API key of your app as api_key (stock OAuth clients: client_id).",
        ClientProblem::Parameter(_) => "Send each parameter once.",
        ClientProblem::Conflict => "Send only one of the two, or the same key in both.",
        ClientProblem::Malformed => "Copy the API key from your app's registration. Without a key, send app_name.",
        ClientProblem::Unknown => "Check the API key, and whether the app is registered at this service.",
        ClientProblem::Name(_) => "Choose a plain name of 1 to 50 visible characters.",
        ClientProblem::NameLikeKey => "If that is your API key, send it as api_key.",
    }
}

fn remedy_for_redirect_uri(problem: &RedirectUriProblem) -> &'static str {
    match problem {
        RedirectUriProblem::Parameter(_) => "Send the redirect URI once, as redirect_uri.",
        RedirectUriProblem::Rule { rule, .. } => remedy_for_rule(*rule),
        RedirectUriProblem::NotRegistered { similar: true, .. } => {
            "A redirect URI that differs only in case or a final slash is registered. The two must be the same text."
        }
        RedirectUriProblem::NotRegistered { similar: false, .. } => {
            "Register exactly this address for your app, or send one that is registered."
        }
        RedirectUriProblem::CustomUnregistered { .. } => {
            "Register your app with this address and send its api_key, or use an https address."
        }
    }
}

fn remedy_for_rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Malformed => "Send the whole address, percent-encoded once as a parameter.",
        Rule::Scheme => "Use an https address, or a scheme of your own such as com.example.app.",
        Rule::Fragment => "Leave out the # and what follows.",
        Rule::Userinfo => "Leave out the user name and the @.",
        Rule::Traversal => "Write the path without .. segments.",
        Rule::RawIp => "Use a host name; for a server on your own machine use localhost, 127.0.0.1 or [::1].",
    }
}

impl Recipient {
    /// Parses `api_key` (or `client_id`, or `app_name`) and `redirect_uri`.
    pub(crate) async fn read(store: &Store, parameters: &Parameters) -> Result<Self, RecipientError> {
        let client = read_client(store, parameters).await?;
        let redirect_uri = read_redirect_uri(&client, parameters)?;
        Ok(Self { client, redirect_uri })
    }
}

impl Client {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Registered(app) => &app.name,
            Self::Named(name) => name,
        }
    }
}

/// Returns whether `text` contains an API key.
fn contains_api_key(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_hexdigit()).any(|digits| digits.len() >= 40)
}

/// Returns the name that an unregistered app gave itself, if it can be displayed.
pub(crate) fn app_name(text: &str) -> Result<String, ClientProblem> {
    let name = display_name(text).map_err(ClientProblem::Name)?;
    if contains_api_key(name) { Err(ClientProblem::NameLikeKey) } else { Ok(name.to_owned()) }
}

/// Parses `api_key` (or `client_id`, or `app_name`).
pub(crate) async fn read_client(store: &Store, parameters: &Parameters) -> Result<Client, RecipientError> {
    let read = |name| parameters.optional(name).map_err(ClientProblem::Parameter);
    let api_key = match (read("api_key")?, read("client_id")?) {
        (Some(api_key), Some(client_id)) if !api_key.eq_ignore_ascii_case(client_id) => {
            return Err(ClientProblem::Conflict.into());
        }
        (api_key, client_id) => api_key.or(client_id),
    };
    match api_key {
        Some(api_key) if !is_api_key(api_key) => Err(ClientProblem::Malformed.into()),
        // An unknown key is an error, even if there is an app_name.
        Some(api_key) => Ok(Client::Registered(store.app(api_key).await?.ok_or(ClientProblem::Unknown)?)),
        None => Ok(Client::Named(app_name(read("app_name")?.ok_or(ClientProblem::Missing)?)?)),
    }
}

fn read_redirect_uri(client: &Client, parameters: &Parameters) -> Result<RedirectUri, RedirectUriProblem> {
    let text = parameters.required("redirect_uri").map_err(RedirectUriProblem::Parameter)?;
    let given = || text.to_owned();
    let redirect_uri = RedirectUri::parse(text).map_err(|rule| RedirectUriProblem::Rule { rule, given: given() })?;
    match client {
        Client::Registered(app) if app.redirect_uris.iter().any(|registered| registered == text) => Ok(redirect_uri),
        Client::Registered(app) => {
            let essence = |uri: &str| uri.trim_end_matches('/').to_ascii_lowercase();
            let similar = app.redirect_uris.iter().any(|registered| essence(registered) == essence(text));
            Err(RedirectUriProblem::NotRegistered { given: given(), similar })
        }
        Client::Named(_) if redirect_uri.kind() == Kind::Custom => {
            Err(RedirectUriProblem::CustomUnregistered { given: given() })
        }
        Client::Named(_) => Ok(redirect_uri),
    }
}
