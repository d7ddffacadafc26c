//! The state that all request handlers share.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::http::HeaderMap;
use ipnet::IpNet;
use stagepass_kit::clock::Clock;
use stagepass_kit::entropy::Entropy;
use stagepass_kit::origin::Origin;
use stagepass_media::MediaStore;
use stagepass_media::picture::Pictures;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::client_address::client_address;
use stagepass_server::health::Readiness;
use stagepass_server::metrics::Metrics;
use stagepass_store::Store;

use crate::accounts::Accounts;
use crate::accounts::password::Passwords;
use crate::accounts::support_contact::SupportContact;
use crate::api::last_uses::LastUses;
use crate::limits::app_limit::AppLimit;
use crate::limits::app_servers::AppServers;
use crate::limits::user_slots::UserSlots;
use crate::look::Look;
use crate::nodes::known_nodes::KnownNodes;
use crate::texts::Texts;
use crate::token::keys::KeyRing;
use crate::uploads::state::UploadState;

/// The state that all request handlers share.
#[derive(Debug)]
pub(crate) struct Backend {
    pub(crate) store: Store,
    pub(crate) keys: KeyRing,
    pub(crate) passwords: Passwords,
    pub(crate) pictures: Pictures,
    pub(crate) picture_slots: Arc<UserSlots>,
    pub(crate) export_slots: Arc<UserSlots>,
    pub(crate) picture_mirrors: Vec<Origin>,
    /// In seconds; see [`Settings::access_token_lifetime`].
    pub(crate) access_token_lifetime: i64,
    pub(crate) sign_in: SignInPolicy,
    /// Whether users may create accounts themselves.
    pub(crate) sign_up: bool,
    pub(crate) support_contact: Option<SupportContact>,
    pub(crate) texts: Texts,
    pub(crate) look: Arc<Look>,
    pub(crate) last_uses: LastUses,
    pub(crate) base_url: BaseUrl,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) entropy: Arc<dyn Entropy>,
    pub(crate) media: Arc<MediaStore>,
    pub(crate) node_url: Option<BaseUrl>,
    pub(crate) nodes: Arc<KnownNodes>,
    pub(crate) trusted_proxies: Vec<IpNet>,
    pub(crate) uploads: UploadState,
    /// Allows one sweep at a time, so that two sweeps do not delete the same rows.
    pub(crate) sweeping: tokio::sync::Mutex<()>,
    pub(crate) readiness: Readiness,
    pub(crate) metrics: Metrics,
    pub(crate) app_limit: AppLimit,
    pub(crate) app_servers: Arc<AppServers>,
    pub(crate) request_timeout: Duration,
    /// Whether a DPoP proof needs a nonce.
    pub(crate) dpop_nonce: bool,
}

/// How long users stay signed in, and what a sign-out ends.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignInPolicy {
    /// In seconds; see [`Settings::idle_sign_in`].
    pub(crate) idle: i64,
    /// In seconds; see [`Settings::longest_sign_in`].
    pub(crate) longest: i64,
    /// In seconds; see [`Settings::recent_sign_in`].
    pub(crate) recent: i64,
    /// See [`Settings::sign_out_apps`].
    pub(crate) ends_apps: bool,
}

impl Backend {
    /// Returns the address of the client that sent a request. If a trusted proxy names no client, this is the proxy's
    /// own address: its clients then share one limit.
    pub(crate) fn client_address(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        client_address(peer.ip(), headers, &self.trusted_proxies).unwrap_or(peer.ip())
    }

    /// Returns the administration of users and apps in this service's store.
    pub(crate) fn accounts(&self) -> Accounts {
        Accounts {
            store: self.store.clone(),
            passwords: self.passwords.clone(),
            pictures: self.pictures.clone(),
            clock: Arc::clone(&self.clock),
            entropy: Arc::clone(&self.entropy),
        }
    }
}
