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
        Migration {
            name: "accounts and grants",
            sql: include_str!("../migrations/service/0001_accounts_and_grants.sql"),
        },
        Migration {
            name: "tracks and consents",
            sql: include_str!("../migrations/service/0002_tracks_and_consents.sql"),
        },
        Migration { name: "people", sql: include_str!("../migrations/service/0003_people.sql") },
        Migration { name: "uploads that last", sql: include_str!("../migrations/service/0004_uploads.sql") },
        Migration { name: "tracks that change", sql: include_str!("../migrations/service/0005_tracks.sql") },
        Migration { name: "uploads of tracks", sql: include_str!("../migrations/service/0006_track_uploads.sql") },
        Migration {
            name: "reports and sign-ins",
            sql: include_str!("../migrations/service/0007_reports_and_sign_ins.sql"),
        },
        Migration { name: "names of apps", sql: include_str!("../migrations/service/0008_app_names.sql") },
        Migration { name: "rate limits of apps", sql: include_str!("../migrations/service/0009_app_rates.sql") },
        Migration { name: "inspections", sql: include_str!("../migrations/service/0010_inspections.sql") },
        Migration {
            name: "unfinished uploads",
            sql: include_str!("../migrations/service/0011_unfinished_uploads.sql"),
        },
        Migration { name: "silent sign-ins", sql: include_str!("../migrations/service/0012_silent_sign_ins.sql") },
        Migration { name: "proofs of possession", sql: include_str!("../migrations/service/0013_dpop.sql") },
        Migration { name: "limits of sessions", sql: include_str!("../migrations/service/0014_session_limits.sql") },
        Migration { name: "bound tokens only", sql: include_str!("../migrations/service/0015_bound_tokens.sql") },
        Migration { name: "makers of tracks", sql: include_str!("../migrations/service/0016_makers_of_tracks.sql") },
        Migration { name: "caps", sql: include_str!("../migrations/service/0017_caps.sql") },
        Migration { name: "deletion by users", sql: include_str!("../migrations/service/0018_deletion.sql") },
        Migration { name: "access servers", sql: include_str!("../migrations/service/0019_access_servers.sql") },
    ],
    compatible: (19, 18),
};

/// The tables of an access server, in its own database or in that of the service.
pub const ACCESS: Migrations = Migrations {
    part: "access",
    steps: &[
        Migration { name: "rules", sql: include_str!("../migrations/access/0001_rules.sql") },
        Migration { name: "groups", sql: include_str!("../migrations/access/0002_groups.sql") },
        Migration { name: "shop", sql: include_str!("../migrations/access/0003_shop.sql") },
        Migration { name: "rules of owners", sql: include_str!("../migrations/access/0004_rules_of_owners.sql") },
    ],
    compatible: (4, 4),
};
