//! The commands of "Backups" in docs/guides/self-hosting.md: a backup of running servers, the loss of everything, and a
//! restore.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use rusqlite::Connection;
use serde_json::Value;
use stagepass_test_support::api_client::wav;
use stagepass_test_support::process::program;

use super::deployment::{Deployment, run, text};
use super::listener::Listener;

/// Not every machine has `sqlite3`: this one asks the test to run the statement (`3`), and prints the rows (`4`).
const FUNCTIONS: &str = r#"
exec 3>&1 4<&0
sqlite3() { echo "sqlite3 $1 $2" >&3; while read -r row <&4 && [ "$row" ]; do echo "$row"; done; }
systemctl() { :; }
"#;

/// Returns the block of the guide's commands that contains `command`.
fn block(command: &str) -> &'static str {
    let guide = include_str!("../../../../../docs/guides/self-hosting.md");
    let (_, section) = guide.split_once("\n## Backups\n").unwrap();
    let mut blocks = section.split("```sh\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0));
    blocks.find(|block| block.contains(command)).unwrap()
}

/// Runs a block of the guide with these folders in place of its own. Returns whether it succeeded.
fn follow(block: &str, deployment: &Deployment, copies: &Path) -> bool {
    let [at, copies] = [deployment.path(), copies].map(|path| path.to_str().unwrap());
    let block = block.replace("/srv/stagepass", at).replace("/backup/stagepass", copies);
    let block = block.replace("/elsewhere", &format!("{copies}/elsewhere"));
    let path = format!("{}:{}", program().parent().unwrap().display(), env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.args(["-ec", &format!("{FUNCTIONS}{block}")]).env("PATH", path);
    let mut shell = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = shell.stdin.take().unwrap();
    for line in BufReader::new(shell.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let Some((file, statement)) = line.strip_prefix("sqlite3 ").and_then(|rest| rest.split_once(' ')) else {
            continue;
        };
        let database = Connection::open(file).unwrap();
        let mut statement = database.prepare(statement).unwrap();
        let mut rows = statement.query([]).unwrap();
        while let Some(row) = rows.next().unwrap() {
            writeln!(stdin, "{}", row.get::<_, String>(0).unwrap()).unwrap();
        }
        writeln!(stdin).unwrap();
    }
    shell.wait().unwrap().success()
}

fn add_user(deployment: &Deployment, handle: &str) -> i64 {
    let words = ["user", "add", "--handle", handle, "--name", handle, "--password-stdin"];
    let added = run(&[&words[..], &["--config", &deployment.config()]].concat(), "correct horse\n");
    assert!(added.status.success(), "{}", text(&added.stderr));
    serde_json::from_slice::<Value>(&added.stdout).unwrap()["user_id"].as_i64().unwrap()
}

#[tokio::test]
async fn guide_restores_lost_servers_on_sqlite() {
    let (deployment, copies) = (Deployment::new(), tempfile::tempdir().unwrap());
    let follow = |command| follow(block(command), &deployment, copies.path());
    let running = deployment.start();
    let mut listener = Listener::sign_in(&deployment, &running).await;
    let sound = wav(Duration::from_secs(1));
    let track = deployment.add_gated_track(&sound);
    listener.admit_signed_in(&track).await;
    fs::create_dir(copies.path().join("elsewhere")).unwrap();
    assert!(follow("cp -R /srv/stagepass/keys") && follow("VACUUM INTO"));
    fs::write(copies.path().join("audio/bafkreideleted"), "audio of no track").unwrap();
    assert!(follow("grep -vxFf"));
    let lost = add_user(&deployment, "lost");

    assert!(running.stop());
    fs::remove_dir_all(deployment.path()).unwrap();
    assert!(follow("systemctl stop") && follow("sha256sum"));
    let running = deployment.start();
    listener.refresh().await;
    assert_eq!(listener.hears(&track).await, (200, sound));
    assert!(add_user(&deployment, "new") > lost, "the ID of a lost user is not given to another");
    assert!(running.stop());
    let audio: Vec<_> = fs::read_dir(deployment.path().join("media/audio")).unwrap().collect();
    assert_eq!(audio.len(), 1, "only what a database refers to");
    fs::write(audio[0].as_ref().unwrap().path(), "damaged").unwrap();
    assert!(!follow("sha256sum"));
}
