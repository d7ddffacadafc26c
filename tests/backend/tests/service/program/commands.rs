//! The command line, as a seeding tool and an operator use it.

mod access_servers;
mod apps;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use stagepass_test_support::process::ServerProcess;
use stagepass_test_support::secrets::note_document;
use stagepass_test_support::{TestStorage, log};

const KEY: &str = "4242424242424242424242424242424242424242424242424242424242424242";

fn command(place: &TestStorage, words: &str) -> Command {
    place.command(&words.split_whitespace().collect::<Vec<_>>())
}

/// Runs the command with the password on stdin.
fn with_password(place: &TestStorage, words: &str, password: &str) -> Output {
    let mut command = command(place, &format!("{words} --password-stdin"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("{password}\n").as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn made(output: &Output) -> Value {
    log::keep(&output.stderr);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    let made = serde_json::from_str(&text).unwrap();
    note_document(&made);
    made
}

fn refused(output: &Output) -> String {
    log::keep(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn add_demo(place: &TestStorage) -> Output {
    with_password(place, "user add --handle demo --name Demo --verified", "correct-horse")
}

#[test]
fn a_listener_is_made_once() {
    let place = TestStorage::new();
    assert!(command(&place, "migrate").output().unwrap().status.success());
    let user = made(&add_demo(&place));
    assert_eq!(user, serde_json::json!({ "user_id": 1, "handle": "demo", "name": "Demo", "verified": true }));
    assert!(refused(&add_demo(&place)).contains("\"demo\" is taken"));
    let second = with_password(&place, "user add --handle second --name Second", "from standard input");
    assert_eq!(made(&second)["verified"], false);
    let without = command(&place, "user add --handle third --name Third").output().unwrap();
    assert_eq!(without.status.code(), Some(2), "a password has to come from somewhere");
}

#[test]
fn an_operator_looks_after_listeners() {
    let place = TestStorage::new();
    made(&add_demo(&place));
    made(&with_password(&place, "user add --handle other --name Other", "correct-horse"));
    let list = || {
        let output = command(&place, "user list").output().unwrap();
        assert!(output.status.success());
        let lines = String::from_utf8(output.stdout).unwrap();
        lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["handle"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(list(), ["demo", "other"]);
    let hash_of_demo = || {
        let users = place.rows().into_iter().filter(|row| row.table == "users");
        users.map(|row| row.cell("password_hash").clone()).next().unwrap()
    };
    let before = hash_of_demo();
    let changed = with_password(&place, "user password --handle DEMO", "another-horse");
    assert_eq!(made(&changed)["handle"], "demo");
    assert_ne!(hash_of_demo(), before);
    let short = with_password(&place, "user password --handle demo", "short");
    assert!(refused(&short).contains("8 characters"));
    assert_eq!(made(&command(&place, "user sign-out --handle demo").output().unwrap())["user_id"], 1);

    let unsure = command(&place, "user delete --handle demo").output().unwrap();
    assert_eq!(unsure.status.code(), Some(2), "it is not asked twice");
    assert_eq!(made(&command(&place, "user delete --handle demo --yes").output().unwrap())["handle"], "demo");
    assert_eq!(list(), ["other"]);
    for words in ["user sign-out --handle demo", "user delete --handle demo --yes"] {
        assert!(refused(&command(&place, words).output().unwrap()).contains("\"demo\""), "{words}");
    }
}

#[test]
fn reset_link_needs_the_key_of_the_service() {
    let place = TestStorage::new();
    made(&add_demo(&place));
    let words = "user reset-link --handle demo --base-url http://localhost:1/v1";
    let link = made(&command(&place, words).output().unwrap())["link"].as_str().unwrap().to_owned();
    assert!(link.starts_with("http://localhost:1/v1/reset-password#"), "{link}");

    let without = || refused(&command(&place, words).env_remove("STAGEPASS_TOKEN_KEY").output().unwrap());
    if place.database().file().is_some() {
        assert!(without().contains("test.db.token-key"));
        assert!(!place.folder().join("test.db.token-key").exists());
    } else {
        assert!(without().contains("has no token key beside it"));
    }
}

#[test]
fn an_app_is_made_with_its_secrets() {
    let place = TestStorage::new();
    made(&add_demo(&place));
    let words = "app add --owner demo --name Radio --redirect-uri http://localhost:5173/callback --redirect-uri com.example.radio:/cb";
    let app = made(&command(&place, words).output().unwrap());
    let api_key = app["api_key"].as_str().unwrap();
    assert!(
        api_key.len() == 42 && api_key.starts_with("0x") && api_key[2..].bytes().all(|byte| byte.is_ascii_hexdigit())
    );
    assert_eq!(app["redirect_uris"], serde_json::json!(["http://localhost:5173/callback", "com.example.radio:/cb"]));
    assert!(app["api_secret"].as_str().unwrap().len() >= 43 && app["bearer_token"].as_str().unwrap().len() >= 43);
    let unknown_owner =
        command(&place, "app add --owner nobody --name Radio --redirect-uri http://localhost/").output().unwrap();
    assert!(refused(&unknown_owner).contains("\"nobody\""));
    let bad = command(&place, "app add --owner demo --name Radio --redirect-uri http://10.0.0.1/").output().unwrap();
    assert!(refused(&bad).contains("raw IP"));
}

/// SIGTERM stops it. The token key is created beside the database and is not logged.
#[cfg(unix)]
#[test]
fn sqlite_service_prints_address_and_creates_private_files() {
    let place = TestStorage::new();
    // The key is made beside the database.
    let mut service = command(&place, "service --listen 127.0.0.1:0");
    let server = ServerProcess::start(service.env_remove("STAGEPASS_TOKEN_KEY"));
    assert!(std::net::TcpStream::connect(server.origin.strip_prefix("http://").unwrap()).is_ok());
    let log = server.stop();
    let key = std::fs::read_to_string(place.folder().join("test.db.token-key")).unwrap();
    assert!(log.contains("created a token key") && !log.contains(key.trim()), "{log}");
    for file in ["test.db", "test.db.token-key"] {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(place.folder().join(file)).unwrap().permissions().mode() & 0o077, 0, "{file}");
    }
}

#[test]
fn help_shows_no_secret() {
    let place = TestStorage::new();
    let address = "postgresql://me:hunter2@localhost/stagepass";
    let mut help = command(&place, "service --help");
    let output = help.env("STAGEPASS_TOKEN_KEY", KEY).env("DATABASE_URL", address).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("STAGEPASS_TOKEN_KEY") && text.contains("DATABASE_URL"));
    assert!(!text.contains(KEY) && !text.contains("hunter2"));
}

#[test]
fn secret_file_that_others_may_read_is_refused() {
    let place = TestStorage::new();
    let file = place.folder().join("address");
    std::fs::write(&file, format!("{}\n", place.address())).unwrap();
    let run = |mode: u32| {
        #[cfg(unix)]
        std::fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
        let mut command = command(&place, "migrate");
        command.env_remove("DATABASE_URL").env("DATABASE_URL_FILE", "address").env("STAGEPASS_LOG", "warn");
        command.output().unwrap()
    };
    let taken = run(0o600);
    assert_eq!((taken.status.code(), String::from_utf8_lossy(&taken.stderr).as_ref()), (Some(0), ""));
    #[cfg(unix)]
    for mode in [0o644, 0o640] {
        let message = refused(&run(mode));
        assert!(message.contains("chmod 600") && !message.contains(place.address()), "{message}");
    }
    // The service reads the file with its token key by itself.
    #[cfg(unix)]
    {
        let key = place.folder().join("key");
        std::fs::write(&key, KEY).unwrap();
        std::fs::set_permissions(&key, std::os::unix::fs::PermissionsExt::from_mode(0o644)).unwrap();
        let mut service = command(&place, "service --listen 127.0.0.1:0 --token-key-file key");
        let message = refused(&service.env_remove("STAGEPASS_TOKEN_KEY").output().unwrap());
        assert!(message.contains("its mode 0644") && !message.contains(KEY), "{message}");
    }
    let both = command(&place, "migrate --database-file address").output().unwrap();
    assert_eq!(both.status.code(), Some(2), "one of the two counts, and it does not guess which");
}

#[test]
fn secret_on_command_line_is_rejected() {
    let place = TestStorage::new();
    let mut service = command(&place, &format!("service --token-key {KEY}"));
    let output = service.env_remove("STAGEPASS_TOKEN_KEY").output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("--token-key has a secret") && message.contains("set STAGEPASS_TOKEN_KEY"), "{message}");
    assert!(!message.contains(KEY), "{message}");
}

/// With the umask that hides nothing.
#[cfg(unix)]
#[test]
fn media_files_are_private_despite_umask_sqlite() {
    let place = TestStorage::new();
    made(&add_demo(&place));
    let sound = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tone.flac");
    let words = ["track", "add", "--owner", "demo", "--title", "T", "--file", sound];
    let mut command = Command::new("sh");
    place.configure(&mut command);
    command.args(["-c", "umask 0; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_stagepass-backend")]).args(words);
    made(&command.output().unwrap());
    is_private(&place.media());
    assert_eq!(fs::read_dir(place.media().join("audio")).unwrap().count(), 1, "the track's audio");
}

/// Expects that other users may not read a folder or anything in it.
#[cfg(unix)]
fn is_private(folder: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(folder), 0o700, "{}", folder.display());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { is_private(&path) } else { assert_eq!(mode(&path), 0o600, "{}", path.display()) }
    }
}

#[test]
fn invalid_setting_is_rejected_and_not_printed() {
    let place = TestStorage::new();
    let remote = "postgresql://me:hunter2@db.invalid/x";
    for (words, variable, value, expected) in [
        ("service --listen 127.0.0.1:0", "STAGEPASS_TOKEN_KEY", &KEY[1..], "64 hexadecimal digits"),
        ("migrate", "DATABASE_URL", "postgres//me:hunter2@localhost/stagepass", "the database is given as"),
        ("migrate", "DATABASE_URL", "postgresql://me:hunter2@local host:x/", "the database is given as"),
        ("migrate", "DATABASE_URL", remote, "sslmode=verify-full"),
        ("migrate", "DATABASE_URL", &format!("{remote}?sslmode=require"), "sslmode=verify-full"),
    ] {
        let message = refused(&command(&place, words).env(variable, value).output().unwrap());
        assert!(message.contains(expected) && !message.contains("hunter2") && !message.contains(value), "{message}");
    }
    assert!(!place.folder().join("test.db.token-key").exists());
    let mut allowed = command(&place, "migrate --database-allow-unverified");
    let message = refused(&allowed.env("DATABASE_URL", remote).output().unwrap());
    assert!(!message.contains("verified"), "it is tried: {message}");
}
