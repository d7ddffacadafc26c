//! `stagepass-backend dev`, as an app developer uses it.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use stagepass_test_support::log;
use stagepass_test_support::process::program;

/// `dev` in this folder, on free ports unless it is given others.
fn dev(app: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.arg("dev").arg("--cwd").arg(app).args(arguments);
    command
}

/// The output, and the log or the error message.
fn run(app: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = dev(app, arguments).stdin(Stdio::null()).output().unwrap();
    log::keep(&output.stderr);
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code(), stdout, stderr)
}

#[test]
fn second_start_has_the_same_app() {
    let app = tempfile::tempdir().unwrap();
    let file = app.path().join(".env.local");
    fs::write(&file, "MINE=1\nVITE_STAGEPASS_ACCESS_URL=http://mine.example\n").unwrap();
    let script = r#"echo "key $VITE_STAGEPASS_API_KEY $STAGEPASS_API_KEY $NEXT_PUBLIC_STAGEPASS_API_KEY"; pwd -P"#;
    let start = |arguments: &[&str]| {
        let arguments = [&["--port", "0"], arguments, &["--", "sh", "-c", script]].concat();
        let (code, out, error) = run(app.path(), &arguments);
        assert_eq!(code, Some(0), "{error}");
        assert!(out.lines().any(|line| Path::new(line) == app.path().canonicalize().unwrap()), "{out}");
        out.lines().find_map(|line| line.strip_prefix("key ")).unwrap().to_owned()
    };
    let keys = start(&[]);
    let key = keys.split(' ').next().unwrap();
    assert!(key.starts_with("0x") && keys == [key; 3].join(" "), "{keys}");
    let variables = fs::read_to_string(&file).unwrap();
    assert!(variables.starts_with("MINE=1\nVITE_STAGEPASS_ACCESS_URL=http://mine.example\n"), "{variables}");
    assert!(variables.contains(&format!("\nEXPO_PUBLIC_STAGEPASS_API_KEY={key}\n")), "{variables}");
    assert_eq!(variables.matches("VITE_STAGEPASS_ACCESS_URL").count(), 1, "{variables}");
    let other = "http://localhost:6006/callback.html";
    assert_eq!(start(&["--redirect-uri", other, "--access-token-lifetime", "10s"]), keys);
    let database = format!("sqlite:{}", app.path().join(".stagepass/stagepass.db").display());
    let apps = Command::new(program()).args(["app", "list", "--database", &database]).output().unwrap();
    let apps = String::from_utf8(apps.stdout).unwrap();
    assert!(apps.contains(other) && apps.contains("http://localhost:5173/callback.html"), "{apps}");
    assert_eq!((apps.lines().count(), apps.matches("/owner\"").count()), (1, 1), "{apps}");
}

#[test]
fn failed_command_is_named() {
    let app = tempfile::tempdir().unwrap();
    let (code, _, error) = run(app.path(), &["--port", "0", "--no-env-file", "--", "sh", "-c", "exit 3"]);
    assert_eq!(code, Some(1));
    assert!(error.contains("`sh` failed (exit status: 3)"), "{error}");
    assert!(!app.path().join(".env.local").exists());
    let (code, out, error) = run(app.path(), &["--port", "0", "--no-env-file", "--", "no-such-program"]);
    assert!(code == Some(1) && error.contains("cannot start `no-such-program`"), "{error}");
    assert!(out.contains("\nVITE_STAGEPASS_BASE_URL=http://127.0.0.1:"), "{out}");
}

#[test]
fn bad_input_is_explained() {
    let app = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for (arguments, code, expected) in [
        (&["--port", &port][..], 1, format!("port {port} of the service")),
        (&["--port", "65534"], 2, "65534".to_owned()),
        (&["--redirect-uri", "localhost:5173"], 2, "--redirect-uri".to_owned()),
        (&["--access-token-lifetime", "10"], 2, "a number and a unit".to_owned()),
        (&["--country", "Atlantis"], 2, "Atlantis".to_owned()),
        (&["--no-env-file", "--env-file", "x"], 2, "cannot be used with".to_owned()),
    ] {
        let (actual, _, error) = run(app.path(), arguments);
        assert!(actual == Some(code) && error.contains(&expected), "{arguments:?}: {error}");
    }
    assert!(!app.path().join(".stagepass").exists(), "nothing was created");
    let (code, _, error) = run(&app.path().join("none"), &["--port", "0"]);
    assert!(code == Some(1) && error.contains("create it, or name another one with --cwd"), "{error}");
    fs::write(app.path().join(".stagepass"), "").unwrap();
    let (code, _, error) = run(app.path(), &["--port", "0"]);
    assert!(code == Some(1) && error.contains("move it away"), "{error}");
}

#[cfg(unix)]
#[test]
fn interrupt_ends_the_servers_and_the_command() {
    let app = tempfile::tempdir().unwrap();
    let mut command =
        dev(app.path(), &["--port", "0", "--", "sh", "-c", "echo up $STAGEPASS_BASE_URL; sleep 60 & wait"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let up = lines.find_map(|line| line.unwrap().strip_prefix("up http://").map(str::to_owned)).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let status = (0..200).find_map(|_| {
        std::thread::sleep(Duration::from_millis(100));
        child.try_wait().unwrap()
    });
    assert!(status.expect("it ends within 20 s").success());
    assert_eq!(lines.count(), 0, "`sleep` has ended too: it has the same output");
    TcpListener::bind(up.split('/').next().unwrap()).unwrap();
}
