//! The settings of a service.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use stagepass_gate::Address;

use crate::accounts::password::PasswordCost;
use crate::accounts::support_contact::SupportContact;
use crate::look::Look;
use crate::texts::Texts;
use crate::token::keys::KeyRing;
use stagepass_kit::clock::{Clock, SystemClock};
use stagepass_kit::entropy::{Entropy, SystemEntropy};
use stagepass_kit::origin::Origin;
use stagepass_kit::rate::Rate;
use stagepass_media::Media;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::serve::REQUEST_TIMEOUT;
use stagepass_server::settings::ServerSettings;
use stagepass_store::DatabaseAddress;

/// The default of [`Settings::idle_sign_in`]: 30 days.
pub const IDLE_SIGN_IN: Duration = Duration::from_hours(30 * 24);

/// The default of [`Settings::longest_sign_in`]: 180 days.
pub const LONGEST_SIGN_IN: Duration = Duration::from_hours(180 * 24);

/// The default of [`Settings::access_token_lifetime`]: one hour.
pub const ACCESS_TOKEN_LIFETIME: Duration = Duration::from_hours(1);

/// The default of [`Settings::recent_sign_in`]: 15 minutes.
pub const RECENT_SIGN_IN: Duration = Duration::from_mins(15);

/// The settings of a service.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The settings that all servers have.
    pub server: ServerSettings,
    /// The URL at which browsers and apps reach the service. The default is `http://IP:PORT/v1`.
    pub base_url: Option<BaseUrl>,
    /// The database.
    pub database: DatabaseAddress,
    /// The keys of tokens and forms.
    pub token_keys: TokenKeys,
    /// The cost of hashing a password.
    pub password_cost: PasswordCost,
    /// How long an access token is valid. It also ends with its sign-in.
    pub access_token_lifetime: Duration,
    /// When the sign-in of an app ends if its tokens are not refreshed, counted from the last refresh.
    pub idle_sign_in: Duration,
    /// When a sign-in ends at the latest, counted from the consent. Refreshing its tokens does not extend it.
    pub longest_sign_in: Duration,
    /// How long ago a user may have given the password who rotates the secrets of an app or deletes it.
    pub recent_sign_in: Duration,
    /// Whether signing out of the service also ends the sessions of the apps that the user approved in that browser.
    pub sign_out_apps: bool,
    /// Whether users may create accounts themselves. Otherwise only the operator creates accounts.
    pub sign_up: bool,
    /// The contact for users who have forgotten the password.
    pub support_contact: Option<SupportContact>,
    /// The texts of the pages.
    pub texts: Texts,
    /// The name, the colour and the mark of the pages.
    pub look: Look,
    /// Other origins that serve the profile pictures at the same paths.
    pub picture_mirrors: Vec<Origin>,
    /// Where audio is stored.
    pub media: Media,
    /// The folder of unfinished uploads if audio is in a bucket. The default is `media` beside the database.
    pub drafts: Option<PathBuf>,
    /// The program `stagepass-backend`. The service runs it to decode audio and pictures in separate processes.
    pub decoder: PathBuf,
    /// The limits of uploads.
    pub uploads: UploadLimits,
    /// The origin of the node that serves the audio, for example `https://node.example`. Without it, streams are not
    /// found.
    pub node_url: Option<String>,
    /// The addresses of the keys of nodes that may request tracks and audio. If empty, no node may.
    pub node_addresses: Vec<Address>,
    /// The rate limit of a registered app, over all its users, unless the app has its own. Without it, apps have no
    /// limit.
    pub per_app: Option<Rate>,
    /// The rate limit of one user of a registered app. Without it, the app's limit applies.
    pub per_user: Option<Rate>,
    /// How long it may take until a response begins, including the time to receive a form or JSON body. Uploads have
    /// timeouts of their own.
    pub request_timeout: Duration,
    /// Whether a DPoP proof needs a nonce of the service (RFC 9449 §8).
    pub dpop_nonce: bool,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The source of random bytes.
    pub entropy: Arc<dyn Entropy>,
}

/// Where the token keys come from.
#[derive(Debug, Clone)]
pub enum TokenKeys {
    /// The keys themselves.
    Given(KeyRing),
    /// A file with one key a line. The first one signs.
    File(PathBuf),
    /// A file beside the database, created at the first start. With a database in memory, a key that is lost when the
    /// process ends.
    BesideDatabase,
}

/// The limits of uploads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    /// The largest upload in bytes.
    pub max_size: u64,
    /// How long a client may pause while it sends a request body.
    pub patience: Duration,
    /// The bytes that all uploads of one user may have. An unfinished upload counts with its final size.
    pub quota: u64,
    /// The quota of an account on the day it was created, if users may create accounts themselves. It grows to `quota`
    /// within 30 days.
    pub new_account_quota: u64,
    /// The bytes that the uploads of all users may have. An unfinished upload counts with its final size. Without it,
    /// the size of the disk is the limit.
    pub ceiling: Option<u64>,
    /// How many bytes of a disk uploads and pictures keep free. The default depends on the size of the disk.
    pub disk_reserve: Option<u64>,
    /// The number of unfinished uploads that one user may have.
    pub unfinished: u32,
}

/// The age in seconds at which an account has its full quota.
const GROWN_UP: u64 = 30 * 24 * 60 * 60;

impl Default for UploadLimits {
    /// 500 MB, 30 s, 20 GB (1 GB for a new account), 20 unfinished uploads, no ceiling. 5 % of each disk are kept free,
    /// at least 16 MB and at most 1 GB.
    fn default() -> Self {
        Self {
            max_size: 500_000_000,
            patience: Duration::from_secs(30),
            quota: 20_000_000_000,
            new_account_quota: 1_000_000_000,
            ceiling: None,
            disk_reserve: None,
            unfinished: 20,
        }
    }
}

impl UploadLimits {
    /// Returns the quota of an account of this age in seconds, as a number for the store.
    pub(crate) fn quota_at(&self, age: i64) -> i64 {
        let first = self.new_account_quota.min(self.quota);
        let age = u64::try_from(age).unwrap_or_default().min(GROWN_UP);
        let grown = u128::from(self.quota - first) * u128::from(age) / u128::from(GROWN_UP);
        i64::try_from(u128::from(first) + grown).unwrap_or(i64::MAX)
    }
}

impl UploadLimits {
    /// The limits for a developer's machine: the full quota at once, and the whole disk.
    fn of_a_test() -> Self {
        let usual = Self::default();
        Self { new_account_quota: usual.quota, disk_reserve: Some(0), ..usual }
    }
}

impl Settings {
    /// Settings for tests: nothing is stored, the port is any free one of this machine, and there are no limits.
    /// Without `stagepass-backend` on the `PATH` or in [`Settings::decoder`], the service accepts no audio and no
    /// pictures.
    pub fn in_memory() -> Self {
        Self {
            server: ServerSettings::default(),
            base_url: None,
            database: DatabaseAddress::Memory,
            token_keys: TokenKeys::BesideDatabase,
            password_cost: PasswordCost::RECOMMENDED,
            access_token_lifetime: ACCESS_TOKEN_LIFETIME,
            idle_sign_in: IDLE_SIGN_IN,
            longest_sign_in: LONGEST_SIGN_IN,
            recent_sign_in: RECENT_SIGN_IN,
            sign_out_apps: false,
            sign_up: true,
            support_contact: None,
            texts: Texts::default(),
            look: Look::default(),
            picture_mirrors: Vec::new(),
            media: Media::BesideDatabase,
            drafts: None,
            decoder: PathBuf::from("stagepass-backend"),
            uploads: UploadLimits::of_a_test(),
            node_url: None,
            node_addresses: Vec::new(),
            per_app: None,
            per_user: None,
            request_timeout: REQUEST_TIMEOUT,
            dpop_nonce: false,
            clock: Arc::new(SystemClock),
            entropy: Arc::new(SystemEntropy),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quota_grows_with_the_age_of_an_account() {
        let limits = UploadLimits { quota: 310, new_account_quota: 10, ..UploadLimits::default() };
        let day = 24 * 60 * 60;
        for (age, quota) in [(-day, 10), (0, 10), (day, 20), (15 * day, 160), (30 * day, 310), (i64::MAX, 310)] {
            assert_eq!(limits.quota_at(age), quota, "{age}");
        }
        let all = UploadLimits { quota: 5, new_account_quota: u64::MAX, ..limits };
        assert_eq!(all.quota_at(0), 5, "no account has more than the quota");
        let endless = UploadLimits { quota: u64::MAX, new_account_quota: 0, ..limits };
        assert_eq!((endless.quota_at(0), endless.quota_at(30 * day)), (0, i64::MAX));
    }
}
