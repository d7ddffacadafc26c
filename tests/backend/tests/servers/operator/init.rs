//! `init`, and the settings file that it writes.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use stagepass_gate::Signer;
use stagepass_test_support::api_client::wav;
use stagepass_test_support::{Browser, Request, Tokens, exchange, sent};

use super::deployment::{CALLBACK, Deployment, run, text};

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
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let get = async |url: String| sent(http.get(url)).await;
    let checks = [format!("{service}/v1/readyz"), format!("{node}/readyz"), format!("{access}/readyz")];
    for url in &checks {
        assert_eq!(get(url.clone()).await.json()["status"], "ready");
    }
    let health = |last: &str| run(&["health", &checks[0], &checks[1], &checks[2], last], "").status.code();
    assert_eq!(health(&checks[0]), Some(0));
    assert_eq!(health(&format!("{service}/v1/me")), Some(1), "it responds with 401");
    assert_eq!(health("http://127.0.0.1:1/readyz"), Some(1));

    let settings = fs::read_to_string(deployment.config()).unwrap();
    let api_key = settings.split_once("api-key = \"").unwrap().1.split('"').next().unwrap();
    let mut browser = Browser::new(service.clone(), http.clone());
    let code = browser.approve("demo", &Request::new(api_key, CALLBACK).path()).await;
    let tokens = sent(http.post(format!("{service}/v1/oauth/token")).json(&exchange(api_key, CALLBACK, &code))).await;
    let tokens = Tokens::of(&tokens);
    let ticket = async || {
        let request = http.post(format!("{service}/v1/tickets")).bearer_auth(&tokens.access);
        let reply = sent(request.json(&json!({ "audience": access , "scope": "write" }))).await;
        format!("Ticket {}", reply.json()["ticket"].as_str().unwrap())
    };

    let audio = deployment.path().join("tone.wav");
    fs::write(&audio, wav(Duration::from_secs(1))).unwrap();
    let key = fs::read_to_string(deployment.path().join("keys/signing-key")).unwrap();
    let authority = Signer::from_hex(key.trim()).unwrap().address().to_string();
    let file = audio.to_str().unwrap();
    let words =
        ["track", "add", "--owner", "demo", "--title", "Tape 1", "--file", file, "--access-authority", &authority];
    let added = run(&[&words[..], &["--config", &deployment.config()]].concat(), "");
    assert!(added.status.success(), "{}", text(&added.stderr));
    let track = serde_json::from_slice::<Value>(&added.stdout).unwrap()["track_id"].to_string();
    let stream = async |ticket: Option<String>| {
        let request = http.get(format!("{access}/stream/{track}"));
        sent(ticket.into_iter().fold(request, |request, ticket| request.header("authorization", ticket))).await
    };
    assert_eq!(stream(Some(ticket().await)).await.status, 403, "without a rule, no user may hear it");
    let rule = http.put(format!("{access}/tracks/{track}/rule")).header("authorization", ticket().await);
    let rule = sent(rule.json(&json!({ "rule": { "signed_in": {} } }))).await;
    assert_eq!(rule.status, 200, "{}", rule.body);
    assert_ne!(stream(None).await.status, 302);
    let redirect = stream(Some(ticket().await)).await;
    let signed = redirect.header("location");
    assert!(redirect.status == 302 && signed.starts_with(node), "{}", redirect.body);
    let response = http.get(signed).send().await.unwrap();
    assert_eq!(
        (response.status().as_u16(), response.bytes().await.unwrap().as_ref()),
        (200, &fs::read(&audio).unwrap()[..])
    );
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
