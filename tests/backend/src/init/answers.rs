//! What the operator chooses: by flags, or on a terminal by answers.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;

use stagepass_kit::origin::Origin;
use stagepass_server::base_url::BaseUrl;
use stagepass_service::accounts::check_redirect_uri;

use super::InitArgs;
use crate::cli::outcome::Outcome;

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
