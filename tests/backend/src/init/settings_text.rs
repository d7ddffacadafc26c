//! The text of a new settings file.

use std::path::Path;

use stagepass_store::DatabaseAddress;
use toml::{Table, Value};

use super::answers::Answers;
use super::files::{ACCESS_DATABASE, KEYS, MEDIA, SERVICE_DATABASE, SETTINGS};
use crate::cli::outcome::Outcome;

/// Paths are absolute, so that the servers can start in any folder.
pub(super) fn text(folder: &Path, answers: &Answers, api_key: &str) -> Outcome<String> {
    let at = |name: &str| -> Outcome<String> {
        let path = folder.join(name);
        Ok(path.to_str().ok_or("the path of the folder is not text: name another one with --folder")?.to_owned())
    };
    let database = |name: &str| -> Outcome<String> {
        let address = format!("sqlite:{}", at(name)?);
        // A path can contain what is an option in an address.
        let is_exact = address.parse::<DatabaseAddress>()?.file() == Some(&folder.join(name));
        is_exact.then_some(address).ok_or_else(|| {
            "the path of the folder cannot be part of a database address: name another one with --folder".into()
        })
    };
    let [service, node, access] = [0, 1, 2].map(|offset| format!("127.0.0.1:{}", answers.port.saturating_add(offset)));
    let base_url = answers.base_url.as_str().to_owned();
    let mut tables = [
        (
            "service",
            vec![
                ("base-url", base_url.clone()),
                ("node-url", answers.node_url.clone()),
                ("listen", service),
                ("database", database(SERVICE_DATABASE)?),
                ("media", at(MEDIA)?),
                ("token-key-file", at(&format!("{KEYS}/token-key"))?),
            ],
        ),
        ("node", vec![("listen", node), ("database", database(SERVICE_DATABASE)?), ("media", at(MEDIA)?)]),
        (
            "access",
            vec![
                ("origin", answers.access_url.clone()),
                ("service", base_url),
                ("listen", access),
                ("database", database(ACCESS_DATABASE)?),
                ("api-key", api_key.to_owned()),
                ("bearer-token-file", at(&format!("{KEYS}/bearer-token"))?),
                ("signer-private-key-file", at(&format!("{KEYS}/signing-key"))?),
            ],
        ),
    ];
    if let (Some(file), Some((_, access))) = (&answers.geo_database, tables.last_mut()) {
        access.push(("geo-database", file.to_str().ok_or("the path of the geo database is not text")?.to_owned()));
    }
    let mut text = format!(
        "# The settings of `stagepass-backend all --config {SETTINGS}`. Each key is a flag of the command of its table:\n\
         # see `stagepass-backend service --help`, `node --help` and `access --help`. Flags and variables win over this file.\n"
    );
    for (name, settings) in tables {
        text.extend(["\n[", name, "]\n"]);
        for (key, value) in settings {
            text.push_str(&Table::from_iter([(key.to_owned(), Value::String(value))]).to_string());
        }
        if answers.base_url.is_https() {
            text.push_str("# The reverse proxy on this machine.\ntrusted-proxy = [\"127.0.0.1/32\", \"::1/128\"]\n");
        }
    }
    Ok(text.trim_end().to_owned())
}
