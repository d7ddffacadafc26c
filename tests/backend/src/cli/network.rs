//! What must be said before secrets go over a network without verified TLS.

use clap::Args;

use stagepass_server::base_url::BaseUrl;
use stagepass_store::DatabaseAddress;

/// Whether the database may be spoken to over an unprotected line.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct DatabaseLineArgs {
    /// Connect to PostgreSQL on another machine without verified TLS. Only for a private network.
    #[arg(long, env = "STAGEPASS_DATABASE_ALLOW_UNVERIFIED")]
    database_allow_unverified: bool,
}

/// Whether the service may be called over an unprotected line.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ServiceLineArgs {
    /// Call a service on another machine without TLS. Only for a private network.
    #[arg(long, env = "STAGEPASS_SERVICE_ALLOW_HTTP")]
    service_allow_http: bool,
}

impl DatabaseLineArgs {
    /// Reads an address, and refuses one whose line is not protected.
    pub(super) fn address(self, text: &str) -> Result<DatabaseAddress, Box<dyn std::error::Error>> {
        let address: DatabaseAddress = text.parse()?;
        if self.database_allow_unverified || address.is_protected() {
            return Ok(address);
        }
        Err("the database is on another machine, and its address does not ask for verified TLS: add `?sslmode=verify-full` to it (and `&sslrootcert=FILE` \
             for a certificate authority of your own), or give --database-allow-unverified if the network is your own"
            .into())
    }
}

impl ServiceLineArgs {
    /// Refuses an address of another machine without TLS.
    pub(super) fn check(self, service: &BaseUrl) -> Result<(), Box<dyn std::error::Error>> {
        if self.service_allow_http || service.is_https() || service.is_on_this_machine() {
            return Ok(());
        }
        let service = service.as_str();
        Err(format!(
            "the service {service} is on another machine, and would be called without TLS: give its https address, or --service-allow-http if the network \
             is your own"
        )
        .into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remote_service_without_tls_needs_flag() {
        for (service, expected) in [
            ("https://service.example/v1", true),
            ("http://127.0.0.1:8787/v1", true),
            ("http://localhost:8787/v1", true),
            ("http://service:8787/v1", false),
            ("http://10.0.0.7/v1", false),
        ] {
            let url = BaseUrl::parse(service).unwrap();
            assert_eq!(ServiceLineArgs { service_allow_http: false }.check(&url).is_ok(), expected, "{service}");
            assert!(ServiceLineArgs { service_allow_http: true }.check(&url).is_ok(), "{service}");
        }
    }
}
