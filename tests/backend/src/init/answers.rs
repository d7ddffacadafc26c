//! What the operator chooses: by flags, or on a terminal by answers.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;

use clap::Args;
use stagepass_kit::origin::Origin;
use stagepass_server::base_url::BaseUrl;
use stagepass_service::accounts::check_redirect_uri;

use crate::cli::outcome::Outcome;

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The folder in which everything is created.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(super) folder: PathBuf,
    /// Your domain. The service gets the base URL `https://service.DOMAIN/v1`, the stream node `https://node.DOMAIN`
    /// and the access server `https://access.DOMAIN`.
    #[arg(long, value_name = "DOMAIN")]
    pub(super) domain: Option<String>,
    /// Instead: the base URL of the service, with its version.
    #[arg(long, value_name = "URL")]
    pub(super) base_url: Option<String>,
    /// Instead: the URL of the stream node.
    #[arg(long, value_name = "URL")]
    pub(super) node_url: Option<String>,
    /// Instead: the origin of the access server. It must be another one than the service's.
    #[arg(long, value_name = "ORIGIN")]
    pub(super) access_url: Option<String>,
    /// The port of the service on 127.0.0.1. The stream node and the access server have the two ports after it.
    #[arg(long, value_name = "PORT", default_value_t = 8787, value_parser = clap::value_parser!(u16).range(1..=65_533))]
    pub(super) port: u16,
    /// The handle of the first user, who owns the first app.
    #[arg(long, value_name = "HANDLE")]
    pub(super) handle: Option<String>,
    /// Read the password of the first user from stdin, up to the first line break. Without it, a password is generated
    /// and printed.
    #[arg(long)]
    pub(super) password_stdin: bool,
    /// The name of the first app, which users see when they sign in.
    #[arg(long, value_name = "NAME")]
    pub(super) app_name: Option<String>,
    /// A redirect URI of the first app, such as `https://app.example/callback.html`. Can be repeated.
    #[arg(long = "redirect-uri", value_name = "URI")]
    pub(super) redirect_uris: Vec<String>,
    /// A file in the MaxMind DB format, for rules about countries.
    #[arg(long, value_name = "FILE")]
    pub(super) geo_database: Option<PathBuf>,
}

/// What was chosen.
pub(super) struct Answers {
    pub(super) base_url: BaseUrl,
    pub(super) node_url: String,
    pub(super) access_url: String,
    pub(super) port: u16,
    pub(super) handle: String,
    pub(super) app_name: String,
    pub(super) redirect_uris: Vec<String>,
    pub(super) geo_database: Option<PathBuf>,
}

impl Answers {
    /// Reads the flags, and asks for what they lack if there is a terminal.
    pub(super) fn of(args: &InitArgs) -> Outcome<Self> {
        // With `--password-stdin`, stdin is the password's.
        Self::read(args, !args.password_stdin && std::io::stdin().is_terminal())
    }

    fn read(args: &InitArgs, can_ask: bool) -> Outcome<Self> {
        let has_urls = args.base_url.is_some() && args.node_url.is_some() && args.access_url.is_some();
        let domain = match &args.domain {
            None if has_urls => String::new(),
            given => answer(given.as_ref(), "--domain", "Your domain, for example radio.example", can_ask)?,
        };
        let named = |given: &Option<String>, host: &str, path: &str| {
            given.clone().unwrap_or_else(|| format!("https://{host}.{domain}{path}"))
        };
        let base_url = BaseUrl::parse(&named(&args.base_url, "service", "/v1"))?;
        let node_url = named(&args.node_url, "node", "");
        BaseUrl::parse(&node_url).map_err(|error| format!("the URL of the stream node: {error}"))?;
        let access_url = named(&args.access_url, "access", "");
        Origin::parse(&access_url).map_err(|error| format!("the URL of the access server: {error}"))?;
        if base_url.origin() == access_url {
            return Err("the access server needs another host name or port than the service, because tickets are bound to origins".into());
        }
        let handle =
            answer(args.handle.as_ref(), "--handle", "The handle of the first user, for example demo", can_ask)?;
        let app_name =
            answer(args.app_name.as_ref(), "--app-name", "The name of the first app, which users see", can_ask)?;
        let mut redirect_uris = args.redirect_uris.clone();
        if redirect_uris.is_empty() {
            redirect_uris.push(answer(
                None,
                "--redirect-uri",
                "The callback page of the app, for example https://radio.example/callback.html",
                can_ask,
            )?);
        }
        for uri in &redirect_uris {
            check_redirect_uri(uri).map_err(|error| format!("the redirect URI {uri}: {error}"))?;
        }
        let geo_database = args
            .geo_database
            .as_ref()
            .map(|file| file.canonicalize().map_err(|error| format!("{}: {error}", file.display())))
            .transpose()?;
        Ok(Self { base_url, node_url, access_url, port: args.port, handle, app_name, redirect_uris, geo_database })
    }
}

fn answer(given: Option<&String>, flag: &str, question: &str, can_ask: bool) -> Outcome<String> {
    if let Some(given) = given {
        return Ok(given.clone());
    }
    if !can_ask {
        return Err(format!("{flag} is missing").into());
    }
    let mut line = String::new();
    while line.trim().is_empty() {
        print!("{question}: ");
        std::io::stdout().flush()?;
        line.clear();
        if std::io::stdin().lock().read_line(&mut line)? == 0 {
            return Err(format!("{flag} is missing").into());
        }
    }
    Ok(line.trim().to_owned())
}
