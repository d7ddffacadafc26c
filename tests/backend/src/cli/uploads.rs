//! What uploads may take of a service.

use clap::Args;

use stagepass_service::settings::UploadLimits;

#[derive(Debug, Args)]
pub(super) struct UploadArgs {
    /// The largest size of an upload in bytes.
    #[arg(long, env = "STAGEPASS_MAX_UPLOAD", value_name = "BYTES", default_value_t = UploadLimits::default().max_size)]
    max_upload: u64,
    /// The quota of one user: how many bytes all uploads of the user may have together. An unfinished upload counts
    /// with the size of its file.
    #[arg(long, env = "STAGEPASS_UPLOAD_QUOTA", value_name = "BYTES", default_value_t = UploadLimits::default().quota)]
    upload_quota: u64,
    /// The quota of a new account on its first day, if sign-up is open (`--sign-up open`). It grows to `--upload-quota`
    /// within 30 days, by the same amount each day.
    #[arg(long, env = "STAGEPASS_NEW_ACCOUNT_QUOTA", value_name = "BYTES", default_value_t = UploadLimits::default().new_account_quota)]
    new_account_quota: u64,
    /// How many bytes the uploads of all users may have together. An unfinished upload counts with the size of its file
    /// [default: as many as fit on the disk].
    #[arg(long, env = "STAGEPASS_UPLOADS_CEILING", value_name = "BYTES")]
    uploads_ceiling: Option<u64>,
    /// How many bytes uploads leave free on the disk with `--media` (or `--media-drafts`), and uploads and pictures on
    /// the disk with the database if that is a file [default: 5 % of the disk, at least 16 MiB, at most 1 GiB and a
    /// quarter of the disk].
    #[arg(long, env = "STAGEPASS_DISK_RESERVE", value_name = "BYTES")]
    disk_reserve: Option<u64>,
    /// How many unfinished uploads one user may have.
    #[arg(long, env = "STAGEPASS_UNFINISHED_UPLOADS", value_name = "N", default_value_t = UploadLimits::default().unfinished)]
    unfinished_uploads: u32,
}

impl UploadArgs {
    pub(super) fn limits(&self) -> UploadLimits {
        UploadLimits {
            max_size: self.max_upload,
            quota: self.upload_quota,
            new_account_quota: self.new_account_quota,
            ceiling: self.uploads_ceiling,
            disk_reserve: self.disk_reserve,
            unfinished: self.unfinished_uploads,
            ..UploadLimits::default()
        }
    }
}
