//! `init`, and the settings file that it writes.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use stagepass_test_support::api_client::wav;
use stagepass_test_support::sent;

use super::deployment::{Deployment, run, text};
use super::listener::Listener;

/// All files of a folder with their modes and contents.
fn files(folder: &Path) -> BTreeMap<String, (u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            found.insert(path.to_str().unwrap().to_owned(), (mode, fs::read(&path).unwrap()));
        }
    }
    found
}

#[test]
fn second_init_changes_nothing() {
    let deployment = Deployment::new();
    let before = files(deployment.path());
    assert!(before.len() == 6 && before.values().all(|(mode, _)| *mode == 0o600), "{:?}", before.keys());
    let again = deployment.init();
    assert_eq!((again.status.code(), text(&again.stdout)), (Some(1), ""));
    let error = text(&again.stderr);
    assert!(error.contains("has keys, media, service.db, access.db, stagepass.toml: nothing was changed"), "{error}");
    assert!(before == files(deployment.path()));
}

#[test]
fn failed_init_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    let words = ["init", "--folder", path.to_str().unwrap(), "--app-name", "Radio", "--redirect-uri"];
    for (more, expected) in [
        (&["https://radio.example/callback.html", "--handle", "demo"][..], "--domain is missing"),
        (&["https://radio.example/callback.html", "--domain", "radio.example"], "--handle is missing"),
        (&["radio.example", "--handle", "demo", "--domain", "radio.example"], "the redirect URI radio.example"),
        (
            &[
                "https://radio.example/cb",
                "--handle",
                "demo",
                "--domain",
                "r.example",
                "--access-url",
                "https://service.r.example",
            ],
            "the access server needs another host name or port",
        ),
        (&["https://radio.example/cb", "--handle", "not a handle", "--domain", "r.example"], "handle"),
        (&["https://radio.example/cb", "--handle", "demo", "--domain", "r.example", "--password-stdin"], "password"),
    ] {
        let output = run(&[&words, more].concat(), "");
        assert!(output.status.code() == Some(1) && output.stdout.is_empty());
        let error = text(&output.stderr);
        assert!(error.contains(expected), "{error}");
        assert!(!path.exists() || fs::read_dir(&path).unwrap().next().is_none());
    }
}

/// The guide's command, settings and output. In the output, `…` is any text.
#[test]
fn guide_shows_what_init_does() {
    let guide = include_str!("../../../../../docs/guides/self-hosting.md");
    let block =
        |kind: &str| guide.split_once(&format!("```{kind}\n")).unwrap().1.split_once("```").unwrap().0.to_owned();
    let command = guide.lines().find(|line| line.starts_with("stagepass-backend init ")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap().join("new");
    let command = command.replace("/srv/stagepass", path.to_str().unwrap()).replace("Night Radio", "Night_Radio");
    let words: Vec<_> = command.split(' ').skip(1).map(|word| word.replace("Night_Radio", "Night Radio")).collect();
    let words: Vec<_> = words.iter().map(|word| word.trim_matches('"')).collect();
    let output = run(&words, "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut rest = text(&output.stdout);
    let shown = block("text").replace("/srv/stagepass", path.to_str().unwrap());
    for piece in shown.trim().split('…') {
        rest = rest.split_once(piece.trim_end()).unwrap_or_else(|| panic!("{piece:?} is not in {rest}")).1;
    }
    assert_eq!(rest, "\n");

    let settings = path.join("stagepass.toml");
    let text_of_settings = fs::read_to_string(&settings).unwrap();
    assert_eq!(text_of_settings.matches("trusted-proxy = [\"127.0.0.1/32\", \"::1/128\"]").count(), 3);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o700);
    fs::write(&settings, block("toml")).unwrap();
    let database = format!("sqlite:{}", path.join("service.db").display());
    let users = run(&["user", "list", "--config", settings.to_str().unwrap(), "--database", &database], "");
    assert!(users.status.success(), "{}", text(&users.stderr));
}

/// From the empty folder to a gated track that plays.
#[tokio::test]
async fn servers_of_one_process_play_a_gated_track() {
    let deployment = Deployment::new();
    for table in ["service", "node", "access"] {
        deployment.add(table, "metrics-listen = \"127.0.0.1:0\"");
    }
    let running = deployment.start();
    let [service, node, access] = &running.origins[..] else { panic!("{:?}", running.origins) };
    let listener = Listener::sign_in(&deployment, &running).await;
    let checks = [format!("{service}/v1/readyz"), format!("{node}/readyz"), format!("{access}/readyz")];
    for url in &checks {
        assert_eq!(sent(listener.http.get(url)).await.json()["status"], "ready");
    }
    let health = |last: &str| run(&["health", &checks[0], &checks[1], &checks[2], last], "").status.code();
    assert_eq!(health(&checks[0]), Some(0));
    assert_eq!(health(&format!("{service}/v1/me")), Some(1), "it responds with 401");
    assert_eq!(health("http://127.0.0.1:1/readyz"), Some(1));

    let sound = wav(Duration::from_secs(1));
    let track = deployment.add_gated_track(&sound);
    let ticket = listener.ticket().await;
    assert_eq!(listener.stream(&track, Some(&ticket)).await.status, 403, "without a rule, no user may hear it");
    listener.admit_signed_in(&track).await;
    assert_ne!(listener.stream(&track, None).await.status, 302);
    let redirect = listener.stream(&track, Some(&ticket)).await;
    assert!(redirect.header("location").starts_with(node), "{}", redirect.body);
    assert_eq!(listener.hears(&track).await, (200, sound));
    assert!(running.stop());
}

/// A flag overrides the settings file.
#[test]
fn other_commands_read_settings_and_name_unknown_ones() {
    let deployment = Deployment::new();
    let config = deployment.config();
    let users = run(&["user", "list", "--config", &config], "");
    assert!(text(&users.stdout).contains("\"handle\":\"demo\""), "{}", text(&users.stderr));
    let other = deployment.path().join("other.db");
    let other = format!("sqlite:{}", other.display());
    let migrated = run(&["migrate", "--config", &config, "--database", &other], "");
    assert!(migrated.status.success(), "{}", text(&migrated.stderr));
    let users = run(&["user", "list", "--config", &config, "--database", &other], "");
    assert!(users.status.success() && users.stdout.is_empty(), "a flag wins: {}", text(&users.stderr));
    let without = run(&["all"], "");
    assert!(text(&without.stderr).contains("`stagepass-backend init`"), "{}", text(&without.stderr));
    deployment.change("base-url", "base-ur");
    for command in [&["all"][..], &["service"], &["user", "list"]] {
        let output = run(&[command, &["--config", &config]].concat(), "");
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("[service] has no setting `base-ur`: did you mean `base-url`?"), "{error}");
    }
}
