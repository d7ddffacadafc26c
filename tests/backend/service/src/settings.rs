//! What a service is told before it starts.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use stagepass_gate::Address;

use crate::accounts::password::PasswordCost;
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

/// [`Settings::longest_sign_in`], unless it is told otherwise: 180 days.
pub const LONGEST_SIGN_IN: Duration = Duration::from_hours(180 * 24);

/// Everything that a service is told.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What every server is told.
    pub server: ServerSettings,
    /// The address that browsers and apps reach the service by; `http://IP:PORT/v1` if none is given.
    pub base_url: Option<BaseUrl>,
    /// Where the state is kept.
    pub database: DatabaseAddress,
    /// The keys of tokens and forms.
    pub token_keys: TokenKeys,
    /// What checking one password costs.
    pub password_cost: PasswordCost,
    /// When a sign-in ends at the latest, counted from the approval, however often its tokens are refreshed.
    pub longest_sign_in: Duration,
    /// Whether people may make accounts for themselves. Otherwise the operator makes all.
    pub sign_up: bool,
    /// Other origins that serve the same profile pictures, at the same paths.
    pub picture_mirrors: Vec<Origin>,
    /// Where audio is kept.
    pub media: Media,
    /// The folder of unfinished uploads, if audio is kept in a bucket; `media` beside the database if none is given.
    pub drafts: Option<PathBuf>,
    /// The program `stagepass-backend`: the service starts it to decode audio and pictures in a process of their own.
    pub decoder: PathBuf,
    /// What an upload may be.
    pub uploads: UploadLimits,
    /// Where the audio is served: the origin of a node, e.g. `https://node.example`. Without one, streams are not found.
    pub node_url: Option<String>,
    /// Which nodes on other machines may ask for tracks and audio: the addresses of their keys. Without any, none may.
    pub node_addresses: Vec<Address>,
    /// How often one registered app may ask, all its users together, unless it has a rate of its own; without this, no app has a limit.
    pub per_app: Option<Rate>,
    /// How often one user of one registered app may ask; without this, as often as the app.
    pub per_user: Option<Rate>,
    /// How long an answer may take to begin, a form or a JSON body to arrive included. Uploads have times of their own.
    pub request_timeout: Duration,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Random bytes.
    pub entropy: Arc<dyn Entropy>,
}

/// Where the token keys come from.
#[derive(Debug, Clone)]
pub enum TokenKeys {
    /// These.
    Given(KeyRing),
    /// A file with one key a line, the signing key first.
    File(PathBuf),
    /// A file beside the database, made at the first start; with a database in memory, a key that is gone with the process.
    BesideDatabase,
}

/// What an upload may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    /// The largest, in bytes.
    pub max_size: u64,
    /// How long a client may send nothing, in the midst of sending.
    pub patience: Duration,
    /// How many bytes one listener's uploads may have together; an unfinished one counts as what it will be.
    pub quota: u64,
    /// The same for an account on the day it was made, if people may make accounts for themselves. It grows to `quota`
    /// within 30 days.
    pub new_account_quota: u64,
    /// How many bytes the uploads of all listeners may have together, counted likewise; without one, as many as fit on
    /// the disk.
    pub ceiling: Option<u64>,
    /// How many bytes of a disk uploads leave free; without one, this follows from the size of the disk.
    pub disk_reserve: Option<u64>,
    /// How many of one listener's may be unfinished.
    pub unfinished: u32,
}

/// When an account has all of its quota, in seconds.
const GROWN_UP: u64 = 30 * 24 * 60 * 60;

impl Default for UploadLimits {
    /// 500 MB, 30 s, 20 GB (1 GB for a new account) and 20; no ceiling; of each disk 5 %, and from 16 MB to 1 GB, are
    /// left free.
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
    /// The quota of an account that was made so many seconds ago, as the store counts.
    pub(crate) fn quota_at(&self, age: i64) -> i64 {
        let first = self.new_account_quota.min(self.quota);
        let age = u64::try_from(age).unwrap_or_default().min(GROWN_UP);
        let grown = u128::from(self.quota - first) * u128::from(age) / u128::from(GROWN_UP);
        i64::try_from(u128::from(first) + grown).unwrap_or(i64::MAX)
    }
}

impl UploadLimits {
    /// Those of a machine of one's own: all of the quota at once, and all of the disk.
    fn of_a_test() -> Self {
        let usual = Self::default();
        Self { new_account_quota: usual.quota, disk_reserve: Some(0), ..usual }
    }
}

impl Settings {
    /// A service that keeps nothing, listens at a free port of this machine and knows no limits: for tests and trying out. Without `stagepass-backend`
    /// on the `PATH`, or in [`Settings::decoder`], it takes no audio and no pictures.
    pub fn in_memory() -> Self {
        Self {
            server: ServerSettings::default(),
            base_url: None,
            database: DatabaseAddress::Memory,
            token_keys: TokenKeys::BesideDatabase,
            password_cost: PasswordCost::RECOMMENDED,
            longest_sign_in: LONGEST_SIGN_IN,
            sign_up: true,
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
