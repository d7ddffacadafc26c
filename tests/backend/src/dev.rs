//! `stagepass-backend dev`: the three servers in one process, for an app that is being developed.
//!
//! The data is in the folder `.stagepass` of the app, so the next start has the same API key, users and tracks.

mod command;
mod data;
mod env_file;
mod lifetime;
mod seed;
mod servers;

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use stagepass_access::{Country, GeoSource};
use stagepass_kit::identifier::is_api_key;
use stagepass_service::accounts::{AddressError, check_redirect_uri};

use self::data::{DataFolder, Record};
use self::servers::ServerOptions;
use crate::cli::outcome::Outcome;
use crate::cli::stop::Signals;
use crate::servers::Servers;

/// The callback pages of development servers: Vite and its preview, Next.js, Angular.
const REDIRECT_URIS: [&str; 5] = [
    "http://localhost:5173/callback.html",
    "http://localhost:4173/callback.html",
    "http://localhost:3000/callback.html",
    "http://localhost:3000/callback",
    "http://localhost:4200/callback.html",
];

#[derive(Debug, Args)]
pub(crate) struct DevArgs {
    /// The folder of the app. The data is stored in its folder `.stagepass`, which git ignores.
    #[arg(long, value_name = "DIR", default_value = ".")]
    cwd: PathBuf,
    /// The port of the service on 127.0.0.1. The stream node and the access server have the two ports after it. 0
    /// chooses free ports.
    #[arg(long, value_name = "PORT", default_value_t = 8787, value_parser = clap::value_parser!(u16).range(..=65_533))]
    port: u16,
    /// Another redirect URI of the app. Can be repeated. `/callback.html` on localhost with the ports 5173, 4173,
    /// 3000 and 4200 is always registered, `/callback` with the port 3000, and those of earlier starts stay.
    #[arg(long = "redirect-uri", value_name = "URI", value_parser = redirect_uri)]
    redirect_uris: Vec<String>,
    /// The API key of the app, `0x` and 40 hexadecimal digits, for tests that are built with it. By default, the first
    /// start chooses one.
    #[arg(long, value_name = "KEY", value_parser = api_key)]
    api_key: Option<String>,
    /// How long an access token is valid, for example `1m`, to see how your app refreshes it. The SDK uses no token in
    /// its last 30 seconds: with `30s` or less, it refreshes before every call.
    #[arg(long, value_name = "DURATION", default_value = "1h", value_parser = lifetime::parse)]
    access_token_lifetime: Duration,
    /// When a sign-in ends, even if its tokens are refreshed, for example `2m`.
    #[arg(long, value_name = "DURATION", default_value = "180d", value_parser = lifetime::parse)]
    sign_in_lifetime: Duration,
    /// The country in which the access server believes all users to be, as an ISO 3166-1 code or an English name. The
    /// track "Backstage Only" can be heard in Sweden and the United Kingdom.
    #[arg(long, value_name = "COUNTRY", default_value = "SE")]
    country: Country,
    /// Instead: a geolocation service with the API of ip-api.com, which is called as `URL/ADDRESS`.
    #[arg(long, value_name = "URL", conflicts_with = "country")]
    geo_url: Option<String>,
    /// The file for the variables of Vite, Next.js and Expo, relative to the folder of the app. Other lines of the file
    /// are not changed.
    #[arg(long, value_name = "FILE", default_value = ".env.local")]
    env_file: PathBuf,
    /// Print the variables instead of writing them.
    #[arg(long, conflicts_with = "env_file")]
    no_env_file: bool,
    /// A command to run in the folder of the app, with these variables, for example `npm run dev`. The servers stop
    /// when it ends.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

fn redirect_uri(text: &str) -> Result<String, AddressError> {
    check_redirect_uri(text).map(|()| text.to_owned())
}

fn api_key(text: &str) -> Result<String, &'static str> {
    let api_key = text.to_ascii_lowercase();
    if is_api_key(&api_key) { Ok(api_key) } else { Err("an API key is 0x and 40 hexadecimal digits") }
}

impl DevArgs {
    pub(crate) async fn run(self) -> Outcome {
        // Before the servers start: a signal that comes early must not find the default, which kills.
        let mut signals = Signals::new()?;
        let app = app_folder(&self.cwd)?;
        servers::require_free_ports(self.port)?;
        let data = DataFolder::open(&app)?;
        let started = tokio::select! {
            started = Box::pin(self.start(&data)) => started?,
            () = signals.next() => return Ok(()),
        };
        let (servers, record) = started;
        let variables = self.variables(&servers, &record);
        self.announce(&servers, &data, &app, &variables)?;
        let outcome = if self.command.is_empty() {
            signals.next().await;
            Ok(())
        } else {
            command::run(&self.command, &app, &variables, &mut signals).await
        };
        tokio::select! {
            () = servers.shutdown() => {}
            () = signals.next() => {}
        }
        outcome
    }

    async fn start(&self, data: &DataFolder) -> Outcome<(Servers, Record)> {
        let geo = self.geo_url.clone().map_or(GeoSource::Fixed(self.country), GeoSource::Lookup);
        let options = ServerOptions {
            port: self.port,
            access_token_lifetime: self.access_token_lifetime,
            sign_in_lifetime: self.sign_in_lifetime,
            geo,
        };
        // First, because it says what to do with data of another version.
        let recorded = data.record()?;
        let (node, service) = servers::start_service(data, &options).await?;
        let (record, is_new) = match recorded {
            Some(record) => (record, false),
            None => (seed::user_app_and_tracks(&service, &self.redirect_uris(), self.api_key.as_deref()).await?, true),
        };
        if self.api_key.as_ref().is_some_and(|api_key| *api_key != record.api_key) {
            let path = data.path().display();
            return Err(format!("{path} has an app with another API key: delete the folder for new data").into());
        }
        let access = servers::start_access(data, &options, service.base_url(), &record).await?;
        seed::access_server(&access, &service, &record).await?;
        if is_new {
            seed::rule(&access, &service, &record).await?;
            data.write(&record)?;
        }
        let owner_page = format!("{}/owner", access.origin());
        seed::redirect_uris(&service, &record, &self.redirect_uris(), &owner_page).await?;
        Ok((Servers { node, service, access }, record))
    }

    /// The redirect URIs to register. The first is for `STAGEPASS_REDIRECT_URI`.
    fn redirect_uris(&self) -> Vec<String> {
        let usual = REDIRECT_URIS.map(str::to_owned);
        let mut all = self.redirect_uris.clone();
        all.extend(usual.into_iter().filter(|uri| !self.redirect_uris.contains(uri)));
        all
    }

    /// The variables for the app. Those that it may publish are repeated with the prefixes of Vite, Next.js and Expo.
    fn variables(&self, servers: &Servers, record: &Record) -> Vec<(String, String)> {
        let public = [
            ("STAGEPASS_BASE_URL", servers.service.base_url().to_owned()),
            ("STAGEPASS_API_KEY", record.api_key.clone()),
            ("STAGEPASS_ACCESS_URL", servers.access.origin()),
            ("STAGEPASS_PUBLIC_TRACK", record.public_track.to_string()),
            ("STAGEPASS_GATED_TRACK", record.gated_track.to_string()),
            ("STAGEPASS_MEMBERS_TRACK", record.members_track.to_string()),
        ];
        let private = [
            ("STAGEPASS_NODE_URL", servers.node.origin()),
            ("STAGEPASS_REDIRECT_URI", self.redirect_uris().swap_remove(0)),
            ("STAGEPASS_USER", seed::HANDLE.to_owned()),
            ("STAGEPASS_PASSWORD", seed::PASSWORD.to_owned()),
        ];
        let prefixed = ["VITE_", "NEXT_PUBLIC_", "EXPO_PUBLIC_"].into_iter().flat_map(|prefix| {
            public.iter().map(move |(name, value)| (format!("{prefix}{name}"), value.clone())).collect::<Vec<_>>()
        });
        let plain = public.iter().chain(&private).map(|(name, value)| ((*name).to_owned(), value.clone()));
        plain.chain(prefixed).collect()
    }

    /// Writes the variables and prints what an app developer needs. The last line begins with `Press Ctrl-C`.
    fn announce(&self, servers: &Servers, data: &DataFolder, app: &Path, variables: &[(String, String)]) -> Outcome {
        // Not `println!`, which panics if the reader of the output has closed the pipe.
        let mut out = std::io::stdout().lock();
        let value = |name: &str| variables.iter().find(|(other, _)| other == name).map_or("", |(_, value)| value);
        writeln!(out, "Service:        {}", value("STAGEPASS_BASE_URL"))?;
        writeln!(out, "Stream node:    {}", value("STAGEPASS_NODE_URL"))?;
        writeln!(out, "Access server:  {}   rules: {}/owner", value("STAGEPASS_ACCESS_URL"), servers.access.origin())?;
        writeln!(out, "API key:        {}", value("STAGEPASS_API_KEY"))?;
        writeln!(out, "User:           {}   password: {}", seed::HANDLE, seed::PASSWORD)?;
        writeln!(out, "Tracks:         number {} for all users,", value("STAGEPASS_PUBLIC_TRACK"))?;
        writeln!(out, "                number {} in Sweden and the United Kingdom,", value("STAGEPASS_GATED_TRACK"))?;
        writeln!(out, "                number {} for users who are signed in", value("STAGEPASS_MEMBERS_TRACK"))?;
        writeln!(out, "Data:           {}   (delete this folder to start again)", data.path().display())?;
        if self.no_env_file {
            for (name, value) in variables {
                writeln!(out, "{name}={value}")?;
            }
        } else {
            let file = app.join(&self.env_file);
            let own = env_file::write(&file, variables)?;
            writeln!(out, "Variables:      {} in {}:", variables.len() - own.len(), file.display())?;
            writeln!(
                out,
                "                STAGEPASS_…, VITE_STAGEPASS_…, NEXT_PUBLIC_STAGEPASS_…, EXPO_PUBLIC_STAGEPASS_…"
            )?;
            if !own.is_empty() {
                writeln!(out, "                Not written, because the file sets them itself: {}", own.join(", "))?;
            }
        }
        writeln!(out, "Press Ctrl-C to stop.")?;
        Ok(out.flush()?)
    }
}

fn app_folder(cwd: &Path) -> Outcome<PathBuf> {
    match cwd.canonicalize() {
        Ok(folder) if folder.is_dir() => Ok(folder),
        Ok(_) => Err(format!("{} is not a folder: name the folder of your app with --cwd", cwd.display()).into()),
        Err(error) => {
            Err(format!("the folder {}: {error}: create it, or name another one with --cwd", cwd.display()).into())
        }
    }
}
