//! The files of `tests/backend/deploy` for containers: all that they name exists, and their ports and paths agree.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use clap::{Command, CommandFactory as _};
use toml::Table;

use super::{Cli, with_settings};

const CONTAINERFILE: &str = include_str!("../../deploy/Containerfile");
const COMPOSE: &str = include_str!("../../deploy/compose/compose.yaml");
const CADDYFILE: &str = include_str!("../../deploy/compose/Caddyfile");
const COMPOSE_SETTINGS: &str = include_str!("../../deploy/compose/stagepass.toml");
const CONFIG_MAP: &str = include_str!("../../deploy/kubernetes/settings.yaml");
const DEPLOYMENTS: &str = include_str!("../../deploy/kubernetes/servers.yaml");
const MIGRATE: &str = include_str!("../../deploy/kubernetes/migrate.yaml");
const SERVERS: [(&str, &str); 3] = [("service", "/v1"), ("node", ""), ("access", "")];

/// The settings file of the manifests for Kubernetes.
fn settings_of_kubernetes() -> String {
    let (_, block) = CONFIG_MAP.split_once("  stagepass.toml: |\n").unwrap();
    block.lines().map(|line| line.strip_prefix("    ").unwrap_or(line).to_owned() + "\n").collect()
}

/// Returns the lists on one line that follow `key`, such as `command: [migrate, --check]`.
fn lists<'a>(text: &'a str, key: &str) -> Vec<Vec<&'a str>> {
    let list = |line: &'a str| line.trim_start().strip_prefix(key)?.trim_start().strip_prefix('[')?.strip_suffix(']');
    let words = |list: &'a str| list.split(", ").map(|word| word.trim_matches('"')).collect();
    text.lines().filter_map(list).map(words).collect()
}

/// Fails if the program rejects one of these command lines, with the settings file if there is one.
fn accept(commands: &[Vec<&str>], settings: Option<&Path>) {
    for words in commands {
        let mut line: Vec<OsString> = ["stagepass-backend"].iter().chain(words).map(Into::into).collect();
        if let Some(file) = settings {
            line.extend(["--config".into(), file.into()]);
            line = with_settings(line).unwrap().1;
        }
        if let Err(error) = Cli::command().try_get_matches_from(line) {
            panic!("{words:?}: {error}");
        }
    }
}

/// Returns the block of a YAML file that begins with the line `start`, up to the next line that is not deeper.
fn block<'a>(text: &'a str, start: &str) -> &'a str {
    let (_, rest) = text.split_once(&format!("\n{start}\n")).unwrap_or_else(|| panic!("{start:?} is missing"));
    let depth = start.len() - start.trim_start().len();
    let is_outside = |line: &str| !line.trim().is_empty() && line.len() - line.trim_start().len() <= depth;
    let length: usize = rest.split_inclusive('\n').take_while(|line| !is_outside(line)).map(str::len).sum();
    &rest[..length]
}

#[test]
fn every_command_and_flag_exists() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stagepass.toml");
    fs::write(&file, COMPOSE_SETTINGS).unwrap();
    let commands = lists(COMPOSE, "command:");
    assert_eq!(commands.len(), 4);
    accept(&commands, Some(&file));
    let checks = lists(COMPOSE, "test:").into_iter().filter(|words| words.get(1) == Some(&"stagepass-backend"));
    let checks: Vec<_> = checks.map(|words| words[2..].to_vec()).collect();
    assert_eq!(checks.len(), 3);
    accept(&checks, None);

    fs::write(&file, settings_of_kubernetes()).unwrap();
    let commands: Vec<_> = [DEPLOYMENTS, MIGRATE].iter().flat_map(|text| lists(text, "args:")).collect();
    assert_eq!(commands.len(), 4);
    accept(&commands, Some(&file));

    assert_eq!(lists(CONTAINERFILE, "ENTRYPOINT"), [["stagepass-backend"]]);
    accept(&lists(CONTAINERFILE, "CMD"), None);
    let (_, check) = CONTAINERFILE.split_once("CMD [\"stagepass-backend\", ").unwrap();
    let check = format!("[{}", check.lines().next().unwrap());
    accept(&lists(&check, ""), None);
}

#[test]
fn every_variable_exists() {
    fn variables<'a>(command: &'a Command, found: &mut BTreeSet<&'a str>) {
        found.extend(command.get_arguments().filter_map(|arg| arg.get_env()?.to_str()));
        command.get_subcommands().for_each(|inner| variables(inner, found));
    }
    let (program, mut known) = (Cli::command(), BTreeSet::new());
    variables(&program, &mut known);
    let used = [CONTAINERFILE, COMPOSE, CONFIG_MAP, DEPLOYMENTS, MIGRATE].into_iter().flat_map(|text| {
        text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .filter(|word| word.starts_with("STAGEPASS_"))
    });
    let used: BTreeSet<_> = used.collect();
    assert!(used.contains("STAGEPASS_CONFIG") && used.is_subset(&known), "{:?}", used.difference(&known));
}

#[test]
fn ports_and_health_checks_agree() {
    let exposed = CONTAINERFILE.lines().find_map(|line| line.strip_prefix("EXPOSE ")).unwrap();
    for settings in [COMPOSE_SETTINGS, &settings_of_kubernetes()] {
        let settings: Table = settings.parse().unwrap();
        assert!(settings["service"]["base-url"].as_str().unwrap().ends_with(SERVERS[0].1));
        for ((name, base), default) in SERVERS.into_iter().zip(exposed.split(' ')) {
            let port = settings[name]["listen"].as_str().unwrap().strip_prefix("0.0.0.0:").unwrap();
            assert_eq!(port, default);
            let check = format!("\"http://127.0.0.1:{port}{base}/readyz\"");
            assert!(CONTAINERFILE.contains(&check), "{check}");
            assert!(block(COMPOSE, &format!("  {name}:")).contains(&check), "{check}");
            assert!(CADDYFILE.contains(&format!("reverse_proxy {name}:{port} {{")), "{name}");
            let deployment = DEPLOYMENTS.split("---\n").find(|part| part.contains(&format!("args: [{name}]"))).unwrap();
            for expected in
                [format!("containerPort: {port} "), format!("path: {base}/readyz,"), format!("{base}/healthz")]
            {
                assert!(deployment.contains(&expected), "{name}: {expected}");
            }
        }
    }
}

/// Each server gets the secrets that its table names, and no others.
#[test]
fn each_server_gets_its_own_secrets() {
    for settings in [COMPOSE_SETTINGS, &settings_of_kubernetes()] {
        let settings: Table = settings.parse().unwrap();
        for (name, _) in SERVERS {
            let files = settings[name].as_table().unwrap().iter().filter(|(key, _)| key.ends_with("-file"));
            let named: BTreeSet<_> =
                files.map(|(_, file)| file.as_str().unwrap().strip_prefix("/run/secrets/").unwrap()).collect();
            let service = block(COMPOSE, &format!("  {name}:"));
            assert_eq!(lists(service, "secrets:").concat().into_iter().collect::<BTreeSet<_>>(), named, "{name}");
            let deployment = DEPLOYMENTS.split("---\n").find(|part| part.contains(&format!("args: [{name}]"))).unwrap();
            let keys = deployment.lines().filter_map(|line| line.trim_start().strip_prefix("- { key: "));
            let keys: BTreeSet<_> = keys.filter_map(|line| line.split(',').next()).collect();
            assert_eq!(keys, named, "{name}");
            for secret in named {
                assert!(COMPOSE.contains(&format!("\n  {secret}: {{ file: secrets/{secret} }}\n")), "{secret}");
            }
        }
    }
}

#[test]
fn image_has_this_version_and_no_privileges() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(CONTAINERFILE.contains(&format!("\nARG VERSION={version}\n")));
    assert!(CONTAINERFILE.contains("\nUSER 10001:10001\n"));
    assert!(COMPOSE.contains(&format!("\n  image: stagepass-backend:{version}\n")));
    for text in [DEPLOYMENTS, MIGRATE] {
        let count = |text: &str, part: &str| text.matches(part).count();
        let images = count(text, &format!("/stagepass-backend:{version}\n"));
        assert!(images > 0);
        for part in
            ["readOnlyRootFilesystem: true", "runAsUser: 10001", "drop: [ALL]", "allowPrivilegeEscalation: false"]
        {
            assert_eq!(count(text, part), images, "{part}");
        }
    }
}
