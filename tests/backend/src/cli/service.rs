//! `stagepass-backend service`.

use std::sync::Arc;
use std::time::Duration;

use clap::builder::FalseyValueParser;
use clap::{Args, ValueEnum};
use stagepass_gate::Address;

use super::database::{DatabaseArgs, decoder};
use super::limits::AppLimitArgs;
use super::media::{DraftsArgs, MediaArgs};
use super::outcome::Outcome;
use super::pages::PageArgs;
use super::server::{ServerArgs, run};
use super::token_keys::TokenKeyArgs;
use super::uploads::UploadArgs;
use stagepass_kit::clock::SystemClock;
use stagepass_kit::entropy::SystemEntropy;
use stagepass_kit::origin::Origin;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::serve::{Limits, REQUEST_TIMEOUT};
use stagepass_service::accounts::password::PasswordCost;
use stagepass_service::accounts::support_contact::SupportContact;
use stagepass_service::settings::{ACCESS_TOKEN_LIFETIME, Settings};
use stagepass_service::start;

/// Its own port, unless it is told another.
const PORT: u16 = 8787;

#[derive(Debug, Args)]
pub(crate) struct ServiceArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// The public base URL of the service, with its version. It is also the issuer [default: http://IP:PORT/v1].
    #[arg(long, env = "STAGEPASS_BASE_URL", value_name = "URL", value_parser = BaseUrl::parse)]
    base_url: Option<BaseUrl>,
    #[command(flatten)]
    database: DatabaseArgs,
    /// After how many days users must sign in again in an app that they have not used since.
    #[arg(long, env = "STAGEPASS_IDLE_SIGN_IN", value_name = "DAYS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=36_500))]
    idle_sign_in: u64,
    /// After how many days users must sign in again in browsers and apps, even if they use them every day.
    #[arg(long, env = "STAGEPASS_LONGEST_SIGN_IN", value_name = "DAYS", default_value_t = 180, value_parser = clap::value_parser!(u64).range(1..=36_500))]
    longest_sign_in: u64,
    /// How many minutes ago a user may have given the password who rotates the secrets of an app or deletes it.
    /// Otherwise the user signs in again.
    #[arg(long, env = "STAGEPASS_RECENT_SIGN_IN", value_name = "MINUTES", default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=525_600))]
    recent_sign_in: u64,
    /// Signing out of the service also ends the sessions of the apps that the user approved in that browser.
    #[arg(long, env = "STAGEPASS_SIGN_OUT_APPS", value_parser = FalseyValueParser::new())]
    sign_out_apps: bool,
    /// Who can create accounts. If sign-up is closed, the operator creates them with `user add`.
    #[arg(
        long,
        env = "STAGEPASS_SIGN_UP",
        value_name = "open|closed",
        default_value = "open",
        hide_possible_values = true
    )]
    sign_up: SignUp,
    /// The contact for users who have forgotten the password: an e-mail address or an https address, which the page
    /// behind *Forgot it?* shows. The operator then sends a link of `user reset-link` [default: the page names the
    /// operator].
    #[arg(long, env = "STAGEPASS_SUPPORT_CONTACT", value_name = "ADDRESS", value_parser = SupportContact::parse)]
    support_contact: Option<SupportContact>,
    #[command(flatten)]
    pages: PageArgs,
    /// An origin that serves the same profile pictures at the same paths, for example `https://pictures.example`. It is
    /// listed in profiles. Can be repeated. In the variable, separate them with commas.
    #[arg(long = "picture-mirror", env = "STAGEPASS_PICTURE_MIRRORS", value_name = "ORIGIN", value_delimiter = ',', value_parser = Origin::parse)]
    picture_mirrors: Vec<Origin>,
    #[command(flatten)]
    media: MediaArgs,
    #[command(flatten)]
    drafts: DraftsArgs,
    #[command(flatten)]
    uploads: UploadArgs,
    /// The public URL of the stream node, for example `https://node.example`. Without it, tracks cannot be played.
    #[arg(long, env = "STAGEPASS_NODE_URL", value_name = "URL", value_parser = BaseUrl::parse)]
    node_url: Option<BaseUrl>,
    /// The address of the key of a node on another machine (`node --service`), which may get tracks and audio from this
    /// service. Can be repeated. In the variable, separate them with commas.
    #[arg(long = "node-address", env = "STAGEPASS_NODES", value_name = "0x…", value_delimiter = ',', value_parser = Address::authority)]
    node_addresses: Vec<Address>,
    #[command(flatten)]
    token_keys: TokenKeyArgs,
    /// Requires a nonce of the service in every DPoP proof. Each app then repeats a request every 5 minutes to get one.
    #[arg(long, env = "STAGEPASS_DPOP_NONCE")]
    dpop_nonce: bool,
    #[command(flatten)]
    app_limits: AppLimitArgs,
}

/// Who makes accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SignUp {
    /// Every visitor can sign up.
    Open,
    /// Only the operator can create accounts.
    Closed,
}

impl ServiceArgs {
    pub(super) async fn run(self) -> Outcome {
        let stop = self.server.stop;
        run(&stop, Box::pin(start(self.settings()?))).await
    }

    pub(crate) fn settings(self) -> Result<Settings, Box<dyn std::error::Error>> {
        Ok(Settings {
            server: self.server.settings(PORT, Limits::USUAL),
            base_url: self.base_url,
            database: self.database.address()?,
            token_keys: self.token_keys.keys()?,
            password_cost: PasswordCost::RECOMMENDED,
            media: self.media.setting()?,
            drafts: self.drafts.setting(),
            access_token_lifetime: ACCESS_TOKEN_LIFETIME,
            idle_sign_in: Duration::from_hours(24 * self.idle_sign_in),
            longest_sign_in: Duration::from_hours(24 * self.longest_sign_in),
            recent_sign_in: Duration::from_mins(self.recent_sign_in),
            sign_out_apps: self.sign_out_apps,
            decoder: decoder()?,
            sign_up: self.sign_up == SignUp::Open,
            support_contact: self.support_contact,
            texts: self.pages.texts()?,
            look: self.pages.look()?,
            picture_mirrors: self.picture_mirrors,
            uploads: self.uploads.limits(),
            node_url: self.node_url.map(|url| url.as_str().to_owned()),
            node_addresses: self.node_addresses,
            per_app: (!self.server.limits.dev()).then(|| self.app_limits.per_app()),
            per_user: (!self.server.limits.dev()).then(|| self.app_limits.per_user()),
            request_timeout: REQUEST_TIMEOUT,
            dpop_nonce: self.dpop_nonce,
            clock: Arc::new(SystemClock),
            entropy: Arc::new(SystemEntropy),
        })
    }
}
