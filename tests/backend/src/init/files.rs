//! The names of the files that `init` creates.

pub(super) const SETTINGS: &str = "stagepass.toml";
pub(super) const KEYS: &str = "keys";
pub(super) const MEDIA: &str = "media";
pub(super) const SERVICE_DATABASE: &str = "service.db";
pub(super) const ACCESS_DATABASE: &str = "access.db";
/// In the order in which they are moved to their place.
pub(super) const CREATED: [&str; 5] = [KEYS, MEDIA, SERVICE_DATABASE, ACCESS_DATABASE, SETTINGS];
