//! Reads settings files into command lines.

use clap::CommandFactory as _;

use super::*;
use crate::cli::Cli;

fn read(text: &str) -> Result<SettingsFile, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stagepass.toml");
    std::fs::write(&path, text).unwrap();
    SettingsFile::read(&path, &Cli::command()).map_err(|error| error.to_string())
}

fn completed(text: &str, line: &str) -> String {
    let (program, words): (_, Vec<OsString>) = (Cli::command(), line.split(' ').map(OsString::from).collect());
    let invocation = Invocation::read(&program, &words).unwrap();
    let complete = read(text).unwrap().complete(&invocation).unwrap();
    complete.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(" ")
}

const FILE: &str = r#"
log = "warn"
[service]
base-url = "https://service.example/v1"
database = "sqlite:a.db"
listen = "127.0.0.1:1"
trusted-proxy = ["127.0.0.1/32", "::1/128"]
sign-out-apps = true
dpop-nonce = false
rate-per-app = 5
[node]
database = "sqlite:b.db"
[access]
owner = ["@demo"]
"#;

#[test]
fn settings_become_arguments_of_their_server() {
    assert_eq!(
        completed(FILE, "x --config f service"),
        "x --config f service --log=warn --base-url=https://service.example/v1 --database=sqlite:a.db \
         --listen=127.0.0.1:1 --rate-per-app=5 --sign-out-apps --trusted-proxy=127.0.0.1/32 --trusted-proxy=::1/128"
    );
    assert_eq!(completed(FILE, "x node"), "x node --log=warn --database=sqlite:b.db");
    assert_eq!(completed(FILE, "x access"), "x access --log=warn --owner=@demo");
}

#[test]
fn other_commands_get_settings_shared_with_servers() {
    assert_eq!(completed(FILE, "x user list"), "x user list --log=warn --database=sqlite:a.db");
    assert_eq!(completed(FILE, "x --log info app show 0x1"), "x --log info app show --database=sqlite:a.db 0x1");
    assert_eq!(completed(FILE, "x migrate --database=sqlite:c.db"), "x migrate --log=warn --database=sqlite:c.db");
    let with_access = FILE.replace("[access]", "[access]\ndatabase = \"sqlite:d.db\"");
    assert_eq!(
        completed(&with_access, "x migrate"),
        "x migrate --log=warn --database=sqlite:a.db --access-database=sqlite:d.db"
    );
    assert_eq!(completed(FILE, "x gate keygen"), "x gate keygen --log=warn");
}

#[test]
fn flags_win() {
    let line =
        "x service --base-url http://a/v1 --database=sqlite:c.db --port 2 --trusted-proxy 10.0.0.0/8 --log debug";
    let more = " --rate-per-app=5 --sign-out-apps";
    assert_eq!(completed(FILE, line), line.replace("x service", &format!("x service{more}")));
}

#[test]
fn unknown_setting_is_named_with_the_nearest() {
    for (text, expected) in [
        ("[service]\nbase-ur = 'x'", "[service] has no setting `base-ur`: did you mean `base-url`?"),
        ("[service]\nbase_url = 'x'", "did you mean `base-url`?"),
        ("[node]\nbase-url = 'x'", "[node] has no setting `base-url`"),
        ("[accessor]\n", "the top of the file has no setting `accessor`: did you mean `access`?"),
        ("log-formats = 'json'", "the top of the file has no setting `log-formats`: did you mean `log-format`?"),
        ("[service]\nqqqq = 1", "[service] has no setting `qqqq`"),
        ("config = 'x'", "has no setting `config`"),
        ("[service\n", "is not TOML: line 1: "),
        ("[service]\n\nlisten = 1\nlisten = 2", "is not TOML: line 4: "),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected) && error.contains("stagepass.toml"), "{error}");
    }
}

#[test]
fn secret_or_wrong_type_is_rejected_without_echo() {
    for (text, expected) in [
        ("[access]\nbearer-token = 'hunter2'", "`bearer-token` in [access] is a secret"),
        ("[service]\ntoken-key = 'hunter2'", "name that file in `token-key-file`"),
        ("[service]\ns3-secret-access-key = 'hunter2'", "name that file in `s3-secret-access-key-file`"),
        ("[node]\ndatabase = 'postgresql://a:hunter2@h/b'", "name that file in `database-file`"),
        ("[service]\nsign-out-apps = 'hunter2'", "`sign-out-apps` in [service] must be true or false"),
        ("[service]\ntrusted-proxy = 'hunter2'", "must be a list"),
        ("[service]\ntrusted-proxy = [['hunter2']]", "must be a list of texts or numbers"),
        ("[service]\nbase-url = ['hunter2']", "must be a text or a number"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected) && !error.contains("hunter2"), "{error}");
    }
}

#[test]
fn command_is_found_between_global_and_own_flags() {
    let program = Cli::command();
    for (line, name) in [
        ("x --log service node --port 0", Some("node")),
        ("x --config=f --log-format json user add --handle service", Some("add")),
        ("x user", None),
        ("x --help", None),
        ("x --config", None),
        ("x nothing", None),
    ] {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        assert_eq!(Invocation::read(&program, &words).map(|found| found.command.get_name()), name, "{line}");
    }
    let path = |line: &str| path_in(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
    assert_eq!(path("x --config a dev -- y --config b"), Some("a".into()));
    assert_eq!(path("x service --config=c"), Some("c".into()));
    assert_eq!(path("x dev -- y --config b"), None);
}
