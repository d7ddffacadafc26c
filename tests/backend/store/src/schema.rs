//! The migrations of the service and the access server. Each part of the schema has its own versions.
//!
//! Programs of the version before should be able to run beside the new one while replicas are replaced. So a migration
//! adds tables, and columns that have a default, and removes nothing that the version before uses. `compatible` says
//! from which version on. A migration that breaks this says so in CHANGELOG.md, which names the newest version.

use crate::database::{Migration, Migrations};

/// The service's tables.
pub const SERVICE: Migrations = Migrations {
    part: "service",
    steps: &[
        Migration { name: "tables", sql: include_str!("../migrations/service/0001_tables.sql") },
        Migration { name: "listed tracks", sql: include_str!("../migrations/service/0002_listed_tracks.sql") },
        Migration { name: "track sites", sql: include_str!("../migrations/service/0003_track_sites.sql") },
        Migration { name: "waveforms", sql: include_str!("../migrations/service/0004_waveforms.sql") },
    ],
    compatible: (4, 1),
};

/// The tables of an access server, in its own database or in that of the service.
pub const ACCESS: Migrations = Migrations {
    part: "access",
    steps: &[Migration { name: "tables", sql: include_str!("../migrations/access/0001_tables.sql") }],
    compatible: (1, 1),
};
