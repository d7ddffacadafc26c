//! The shared state of uploads.

use std::sync::Arc;

use crate::settings::UploadLimits;
use crate::uploads::running_cids::RunningCids;
use crate::uploads::upload_locks::UploadLocks;

/// The shared state of uploads.
#[derive(Debug)]
pub(crate) struct UploadState {
    pub(crate) limits: UploadLimits,
    pub(crate) locks: Arc<UploadLocks>,
    pub(super) running_cids: RunningCids,
}

impl UploadState {
    /// Returns the initial state. If sign-up is disabled, new accounts have their full quota at once.
    pub(crate) fn new(limits: UploadLimits, sign_up: bool) -> Self {
        let new_account_quota = if sign_up { limits.new_account_quota } else { limits.quota };
        let limits = UploadLimits { new_account_quota, ..limits };
        Self { limits, locks: Arc::default(), running_cids: RunningCids::default() }
    }
}
