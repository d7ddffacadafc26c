//! The command line, as a seeding tool and an operator use it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

const KEY: &str = "4242424242424242424242424242424242424242424242424242424242424242";

/// A folder of its own for each test, gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("stagepass-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn database(&self) -> String {
        format!("sqlite:{}", self.0.join("test.db").display())
    }

    fn command(&self, words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stagepass-backend"));
        command.args(words.split_whitespace()).env("STAGEPASS_DATABASE", self.database()).current_dir(&self.0);
        command
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A service that is stopped even if the test fails.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn made(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

fn refused(output: &Output) -> String {
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn add_demo(folder: &Folder) -> Output {
    folder.command("user add --handle demo --name Demo --password correct-horse --verified").output().unwrap()
}

#[test]
fn a_listener_is_made_once() {
    let folder = Folder::new("user");
    assert!(folder.command("migrate").output().unwrap().status.success());
    let user = made(&add_demo(&folder));
    assert_eq!(user, serde_json::json!({ "user_id": 1, "handle": "demo", "name": "Demo", "verified": true }));
    assert!(refused(&add_demo(&folder)).contains("\"demo\" is taken"));
    let mut command = folder.command("user add --handle second --name Second --password-stdin");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"from standard input\n").unwrap();
    assert_eq!(made(&child.wait_with_output().unwrap())["verified"], false);
    let without = folder.command("user add --handle third --name Third").output().unwrap();
    assert_eq!(without.status.code(), Some(2), "a password has to come from somewhere");
}

#[test]
fn an_app_is_made_with_its_secrets() {
    let folder = Folder::new("app");
    made(&add_demo(&folder));
    let words = "app add --owner demo --name Radio --redirect-uri http://localhost:5173/callback --redirect-uri com.example.radio:/cb";
    let app = made(&folder.command(words).output().unwrap());
    let api_key = app["api_key"].as_str().unwrap();
    assert!(
        api_key.len() == 42 && api_key.starts_with("0x") && api_key[2..].bytes().all(|byte| byte.is_ascii_hexdigit())
    );
    assert_eq!(app["redirect_uris"], serde_json::json!(["http://localhost:5173/callback", "com.example.radio:/cb"]));
    assert!(app["api_secret"].as_str().unwrap().len() >= 43 && app["bearer_token"].as_str().unwrap().len() >= 43);
    let nobody =
        folder.command("app add --owner nobody --name Radio --redirect-uri http://localhost/").output().unwrap();
    assert!(refused(&nobody).contains("\"nobody\""));
    let bad = folder.command("app add --owner demo --name Radio --redirect-uri http://10.0.0.1/").output().unwrap();
    assert!(refused(&bad).contains("raw IP"));
}

#[cfg(unix)]
#[test]
fn the_service_says_where_it_listens_and_stops_when_told() {
    let folder = Folder::new("service");
    let mut command = folder.command("service --listen 127.0.0.1:0");
    let mut served = Served(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    let mut stdout = BufReader::new(served.0.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    let origin = line.trim().strip_prefix("listening on ").unwrap().to_owned();
    assert!(std::net::TcpStream::connect(origin.strip_prefix("http://").unwrap()).is_ok());

    let stop = Command::new("kill").args(["-TERM", &served.0.id().to_string()]).status().unwrap();
    assert!(stop.success());
    assert_eq!(served.0.wait().unwrap().code(), Some(0));
    line.clear();
    assert_eq!(stdout.read_line(&mut line).unwrap(), 0, "one line and no more: {line}");
    let key = std::fs::read_to_string(folder.0.join("test.db.token-key")).unwrap();
    let log = std::io::read_to_string(served.0.stderr.take().unwrap()).unwrap();
    assert!(log.contains("made a token key") && !log.contains(key.trim()), "{log}");
    for file in ["test.db", "test.db.token-key"] {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(folder.0.join(file)).unwrap().permissions().mode() & 0o077, 0, "{file}");
    }
}

#[test]
fn a_key_that_is_none_is_refused_and_not_repeated() {
    let folder = Folder::new("key");
    let broken = &KEY[1..];
    let output = folder.command("service --listen 127.0.0.1:0").env("STAGEPASS_TOKEN_KEY", broken).output().unwrap();
    let text = refused(&output);
    assert!(text.contains("64 hexadecimal digits") && !text.contains(broken), "{text}");
    assert!(!folder.0.join("test.db.token-key").exists());
}

#[test]
fn help_names_every_variable_and_shows_no_secret() {
    let folder = Folder::new("help");
    let output = folder.command("service --help").env("STAGEPASS_TOKEN_KEY", KEY).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for variable in
        ["LISTEN", "BASE_URL", "DATABASE", "MEDIA", "MAX_UPLOAD", "NODE_URL", "TOKEN_KEY", "TOKEN_KEY_FILE", "LOG"]
    {
        assert!(text.contains(&format!("STAGEPASS_{variable}")), "{variable}");
    }
    assert!(!text.contains(KEY));
}
