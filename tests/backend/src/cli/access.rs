//! `stagepass-backend access`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use stagepass_gate::Signer;

use super::network::{DatabaseLineArgs, ServiceLineArgs};
use super::outcome::Outcome;
use super::raw_secret::RawSecret;
use super::secret_file;
use super::server::{ServerArgs, run};
use stagepass_access::{AccessSettings, Country, GeoSource, OwnerName, Secret, ServiceLimits, start};
use stagepass_kit::clock::SystemClock;
use stagepass_kit::origin::Origin;
use stagepass_server::base_url::BaseUrl;
use stagepass_server::serve::Limits;

/// Its own port, unless it is told another.
const PORT: u16 = 8789;

#[derive(Debug, Args)]
pub(crate) struct AccessArgs {
    #[command(flatten)]
    pub(crate) server: ServerArgs,
    /// The public origin of this server, for which tickets are issued [default: http://IP:PORT].
    #[arg(long, env = "STAGEPASS_ORIGIN", value_name = "ORIGIN", value_parser = Origin::parse)]
    origin: Option<Origin>,
    /// The base URL of the service, with its version. With `https:`, the certificate of the service must be trusted by
    /// this system.
    #[arg(long, env = "STAGEPASS_BASE_URL", value_name = "URL", value_parser = BaseUrl::parse)]
    service: BaseUrl,
    /// The database for rules, groups and purchases: `sqlite:PATH` (created if missing), `sqlite::memory:` or
    /// `postgresql://…`.
    #[arg(
        long,
        env = "STAGEPASS_ACCESS_DATABASE",
        hide_env_values = true,
        default_value = "sqlite:access.db",
        value_name = "ADDRESS"
    )]
    database: RawSecret,
    /// A file with that address, if it has a password.
    #[arg(long, env = "STAGEPASS_ACCESS_DATABASE_FILE", value_name = "FILE", conflicts_with = "database")]
    database_file: Option<PathBuf>,
    #[command(flatten)]
    database_line: DatabaseLineArgs,
    #[command(flatten)]
    service_line: ServiceLineArgs,
    /// The API key of the app with which the owner's page signs its users in.
    #[arg(long, env = "API_KEY", value_name = "0x…")]
    api_key: String,
    #[command(flatten)]
    secrets: Secrets,
    /// A user who can use this server as an owner of tracks, as an ID or `@handle`. Can be repeated. In the variable,
    /// separate them with commas [default: all users].
    #[arg(long = "owner", env = "STAGEPASS_OWNERS", value_name = "USER_ID|@HANDLE", value_delimiter = ',', value_parser = OwnerName::parse)]
    owners: Vec<OwnerName>,
    /// The default rule, for tracks without a rule of their own: the countries whose users may hear them, as ISO 3166-1
    /// codes or English names, separated by commas. Without it, no user may hear these tracks.
    #[arg(long, env = "ALLOWED_COUNTRIES", value_name = "COUNTRIES")]
    allowed_countries: Option<String>,
    #[command(flatten)]
    geo: GeoArgs,
    /// How long the country of an address is cached, in seconds.
    #[arg(long, env = "STAGEPASS_GEO_CACHE", default_value_t = 3600, value_name = "SECONDS")]
    geo_cache: u64,
}

/// Each is given by a variable or a file: other users of the machine can read flags.
#[derive(Debug, Args)]
struct Secrets {
    /// The credential of this access server at the service (`as_…`): by the variable or a file.
    #[arg(long, env = "BEARER_TOKEN", hide_env_values = true, value_name = "TOKEN")]
    bearer_token: Option<Secret>,
    /// A file with that credential.
    #[arg(long, env = "BEARER_TOKEN_FILE", value_name = "FILE", conflicts_with = "bearer_token")]
    bearer_token_file: Option<PathBuf>,
    /// The key that signs URLs: 64 hexadecimal digits. Its address is the only access authority of tracks that are
    /// created here. By the variable or a file.
    #[arg(long, env = "SIGNER_PRIVATE_KEY", hide_env_values = true, value_name = "HEX")]
    signer_private_key: Option<Secret>,
    /// A file with that key.
    #[arg(long, env = "SIGNER_PRIVATE_KEY_FILE", value_name = "FILE", conflicts_with = "signer_private_key")]
    signer_private_key_file: Option<PathBuf>,
}

/// What knows where addresses are. Without it, no country is known, and rules about countries allow no user.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct GeoArgs {
    /// A file in the MaxMind DB format, of the kind City or Country (GeoIP2, GeoLite2). It is read again when it
    /// changes. Without it or `--geo-url`, the country of a user is unknown, and rules about countries allow no user.
    #[arg(long, env = "STAGEPASS_GEO_DATABASE", value_name = "FILE")]
    geo_database: Option<PathBuf>,
    /// A geolocation service with the API of ip-api.com, which is called as `URL/ADDRESS` by http or https. It learns
    /// the address of every user.
    #[arg(long, env = "STAGEPASS_GEO_URL", value_name = "URL")]
    geo_url: Option<String>,
}

impl AccessArgs {
    pub(super) async fn run(self) -> Outcome {
        let stop = self.server.stop;
        run(&stop, Box::pin(start(self.settings()?))).await
    }

    pub(crate) fn settings(self) -> Result<AccessSettings, Box<dyn Error>> {
        let signer = Signer::from_hex(self.secrets.signer_private_key()?.expose())
            .map_err(|error| format!("the signer's private key: {error}"))?;
        let database = match &self.database_file {
            Some(file) => self.database_line.address(&secret_file::read(file)?)?,
            None => self.database_line.address(&self.database.0)?,
        };
        self.service_line.check(&self.service)?;
        let geo = self.geo.source();
        if self.allowed_countries.is_some() && geo == GeoSource::None {
            return Err("--allowed-countries needs --geo-database or --geo-url, which say where users are".into());
        }
        let allowed_countries = Country::parse_list(self.allowed_countries.as_deref().unwrap_or_default());
        Ok(AccessSettings {
            server: self.server.settings(PORT, Limits::USUAL),
            origin: self.origin,
            service: self.service,
            api_key: self.api_key,
            credential: self.secrets.bearer_token()?,
            signer: Arc::new(signer),
            database,
            owners: self.owners,
            allowed_countries: allowed_countries.map_err(|error| format!("the allowed countries: {error}"))?,
            geo,
            geo_cache: Duration::from_secs(self.geo_cache),
            service_limits: ServiceLimits {
                junk_tickets: ServiceLimits::USUAL.junk_tickets.filter(|_| !self.server.limits.dev()),
                ..ServiceLimits::USUAL
            },
            clock: Arc::new(SystemClock),
        })
    }
}

impl Secrets {
    fn bearer_token(&self) -> Result<Secret, String> {
        let (given, file) = (&self.bearer_token, &self.bearer_token_file);
        given_or_read(
            given.as_ref(),
            file.as_deref(),
            "no credential of this server: set BEARER_TOKEN or name a --bearer-token-file",
        )
    }

    fn signer_private_key(&self) -> Result<Secret, String> {
        let (given, file) = (&self.signer_private_key, &self.signer_private_key_file);
        let missing = "no private key: set SIGNER_PRIVATE_KEY or name a --signer-private-key-file";
        given_or_read(given.as_ref(), file.as_deref(), missing)
    }
}

impl GeoArgs {
    fn source(self) -> GeoSource {
        let database = self.geo_database.map(GeoSource::Database);
        database.or(self.geo_url.map(GeoSource::Lookup)).unwrap_or(GeoSource::None)
    }
}

fn given_or_read(given: Option<&Secret>, file: Option<&Path>, missing: &'static str) -> Result<Secret, String> {
    let Some(file) = file else { return given.cloned().ok_or_else(|| missing.to_owned()) };
    Ok(Secret::from(secret_file::read(file)?.to_string()))
}
