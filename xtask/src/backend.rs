//! The reference service with something in it: a demo user and two apps.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::checkout;
use crate::process::{self, Service};

pub(crate) const HANDLE: &str = "demo";
/// For services on this machine only, which nobody else can reach.
pub(crate) const PASSWORD: &str = "stagepass-demo";

const NAME: &str = "Demo Listener";
const PICTURE: &str = "tests/backend/assets/demo-picture.png";
/// A first start makes keys and a database.
const PATIENCE: Duration = Duration::from_mins(1);

/// Builds the service and gives its program.
pub(crate) fn build() -> Result<PathBuf> {
    process::run(checkout::cargo().args(["build", "--package", "stagepass-backend", "--bin", "stagepass-backend"]))?;
    Ok(checkout::target_dir()?.join("debug/stagepass-backend"))
}

/// The service's program and its database.
pub(crate) struct Backend {
    program: PathBuf,
    database: String,
}

impl Backend {
    /// `database` is the path of its SQLite file, which need not be there.
    pub(crate) fn new(program: PathBuf, database: &Path) -> Self {
        Self { program, database: format!("sqlite:{}", database.display()) }
    }

    /// Adds the demo user.
    pub(crate) fn add_demo_user(&self) -> Result<()> {
        let picture = checkout::root().join(PICTURE);
        let mut command = self.command(&["user", "add"]);
        command.args(["--handle", HANDLE, "--name", NAME, "--password", PASSWORD, "--verified", "--picture"]);
        process::output(command.arg(picture))?;
        Ok(())
    }

    /// Registers an app of the demo user and gives its API key.
    pub(crate) fn add_app(&self, name: &str, redirect_uris: &[String]) -> Result<String> {
        let mut command = self.command(&["app", "add"]);
        command.args(["--owner", HANDLE, "--name", name]);
        command.args(redirect_uris.iter().flat_map(|uri| ["--redirect-uri", uri]));
        let json = process::output(&mut command)?;
        let app: Value = serde_json::from_str(&json).context("`app add` wrote no JSON")?;
        let key = app.get("api_key").and_then(Value::as_str).context("`app add` gave no api_key")?;
        Ok(key.to_owned())
    }

    /// Starts the service on a port of 127.0.0.1, 0 for a free one, and gives its base URL.
    pub(crate) fn start(&self, port: u16) -> Result<(Service, String)> {
        let mut command = self.command(&["service"]);
        command.args(["--listen", &format!("127.0.0.1:{port}")]);
        let (service, origin) = Service::start(&mut command, "listening on ", PATIENCE)?;
        Ok((service, format!("{}/v1", origin.trim())))
    }

    fn command(&self, subcommand: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(subcommand).args(["--database", &self.database]);
        // Settings meant for another service must not change this one. What it logs may be chosen.
        for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("STAGEPASS_")) {
            command.env_remove(name);
        }
        command.env("STAGEPASS_LOG", env::var_os("STAGEPASS_LOG").unwrap_or_else(|| "warn".into()));
        command
    }
}

/// A service of its own in a temporary folder, with the demo user and two apps.
pub(crate) struct Seeded {
    // Dropped in this order: the service still uses the folder.
    _service: Service,
    _folder: tempfile::TempDir,
    base_url: String,
    apps: [App; 2],
}

struct App {
    api_key: String,
    redirect_uri: String,
}

impl Seeded {
    /// Builds, fills and starts it; the two apps have these redirect URIs, of which each must have at least one.
    pub(crate) fn start(redirect_uris: &[Vec<String>; 2]) -> Result<Self> {
        let program = build()?;
        let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
        let backend = Backend::new(program, &folder.path().join("stagepass.db"));
        backend.add_demo_user()?;
        let app = |name: &str, uris: &[String]| {
            let redirect_uri = uris.first().with_context(|| format!("{name} has no redirect URI"))?.clone();
            Ok::<_, anyhow::Error>(App { api_key: backend.add_app(name, uris)?, redirect_uri })
        };
        let [first, second] = redirect_uris;
        let apps = [app("Demo App", first)?, app("Another Demo App", second)?];
        let (service, base_url) = backend.start(0)?;
        Ok(Self { _service: service, _folder: folder, base_url, apps })
    }

    /// Tells `command` about it by the environment.
    pub(crate) fn tell(&self, command: &mut Command) {
        let [first, second] = &self.apps;
        command.envs([
            ("STAGEPASS_BASE_URL", self.base_url.as_str()),
            ("STAGEPASS_API_KEY", &first.api_key),
            ("STAGEPASS_REDIRECT_URI", &first.redirect_uri),
            ("STAGEPASS_API_KEY_2", &second.api_key),
            ("STAGEPASS_REDIRECT_URI_2", &second.redirect_uri),
            ("STAGEPASS_USER", HANDLE),
            ("STAGEPASS_PASSWORD", PASSWORD),
        ]);
    }
}

/// `cargo xtask backend`: runs `command` beside a seeded service, and ends as it ended.
pub(crate) fn backend(redirect_uris: &[Vec<String>; 2], command: &[String]) -> Result<ExitCode> {
    let [program, arguments @ ..] = command else {
        bail!("name a command after `--`, for instance: cargo xtask backend -- env");
    };
    let seeded = Seeded::start(redirect_uris)?;
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        process::let_interrupts_pass();
    }
    let mut command = Command::new(program);
    command.args(arguments);
    seeded.tell(&mut command);
    Ok(process::exit_code(process::status(&mut command)?))
}

/// A service whose state stays in a folder between runs, and the API key of its app.
///
/// `apps.json` beside the database keeps the API key of each redirect URI, so that another port does not need a new folder. It is written last: a start that
/// was cut off begins anew.
pub(crate) fn kept(folder: &Path, redirect_uri: &str) -> Result<(Backend, String)> {
    let [record, database] = ["apps.json", "stagepass.db"].map(|name| folder.join(name));
    let mut apps = match fs::read_to_string(&record) {
        Ok(json) if database.is_file() => {
            serde_json::from_str(&json).with_context(|| format!("{} is damaged: remove it", record.display()))?
        }
        _ => {
            clear(folder)?;
            serde_json::Map::new()
        }
    };
    let backend = Backend::new(build()?, &database);
    if let Some(key) = apps.get(redirect_uri).and_then(Value::as_str) {
        return Ok((backend, key.to_owned()));
    }
    if apps.is_empty() {
        backend.add_demo_user()?;
    }
    let key = backend.add_app("Stagepass demo", &[redirect_uri.to_owned()])?;
    apps.insert(redirect_uri.to_owned(), Value::from(key.as_str()));
    fs::write(&record, Value::Object(apps).to_string())
        .with_context(|| format!("cannot write {}", record.display()))?;
    Ok((backend, key))
}

fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
