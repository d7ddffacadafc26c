//! Schemas that are older or newer than the program.

use std::process::{Output, Stdio};
use std::time::Duration;

use stagepass_backend::store::SERVICE;
use stagepass_test_support::process::ServerProcess;
use stagepass_test_support::{TestStorage, log};

fn printed(output: &Output) -> (Option<i32>, serde_json::Value, String) {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_default(), error)
}

fn starts(place: &TestStorage) {
    drop(ServerProcess::start(&mut place.command(&["service", "--listen", "127.0.0.1:0"])));
}

#[test]
fn older_schema_is_refused_until_it_is_migrated() {
    let (place, newest) = (TestStorage::empty(), SERVICE.newest());
    for command in [&["service", "--listen", "127.0.0.1:0"][..], &["user", "list"], &["app", "list"]] {
        let (code, _, error) = printed(&place.run(command));
        assert!(code == Some(1) && error.contains("run `stagepass-backend migrate` with --database"), "{error}");
    }
    let (code, checked, _) = printed(&place.run(&["migrate", "--check"]));
    let pending = checked["service"]["pending"].as_array().unwrap();
    assert_eq!((code, pending.len(), &pending[0]), (Some(3), SERVICE.steps.len(), &"1 tables".into()));
    if let Some(file) = place.database().file() {
        assert!(!file.exists(), "a check creates nothing");
    }
    let (code, done, _) = printed(&place.run(&["migrate"]));
    assert_eq!((code, &done["service"]["before"], &done["service"]["schema"]), (Some(0), &0.into(), &newest.into()));
    let (code, checked, _) = printed(&place.run(&["migrate", "--check"]));
    assert_eq!((code, &checked["service"]["pending"]), (Some(0), &serde_json::json!([])));
    starts(&place);
}

/// With PostgreSQL, a migration that adds an index must not wait for a long write while all other writes wait for the
/// migration. SQLite's readers do not block others.
#[test]
fn migration_beside_a_long_transaction_blocks_no_other() {
    let place = TestStorage::new();
    place.execute(
        "DROP INDEX tracks_listed_by_owner; DROP TABLE track_sites; ALTER TABLE contents DROP COLUMN waveform;
         DELETE FROM schema_migrations WHERE part = 'service' AND version >= 2",
    );
    let is_postgres = place.database().file().is_none();
    let long = if is_postgres { "LOCK TABLE tracks IN ROW EXCLUSIVE MODE" } else { "SELECT COUNT(*) FROM tracks" };
    let (code, _, error) = place.while_open(long, || {
        let mut migration = place.command(&["migrate"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while is_postgres && migration.try_wait().unwrap().is_none() {
            // As the servers' connections.
            place.execute("SET statement_timeout = '20s'; UPDATE tracks SET title = title");
            std::thread::sleep(Duration::from_millis(50));
        }
        let output = migration.wait_with_output().unwrap();
        log::keep(&output.stderr);
        printed(&output)
    });
    if is_postgres {
        assert!(code == Some(1) && error.contains("run `stagepass-backend migrate` again"), "{code:?} {error}");
        let (code, _, error) = printed(&place.run(&["migrate"]));
        assert_eq!(code, Some(0), "{error}");
    } else {
        assert_eq!(code, Some(0), "{error}");
    }
    starts(&place);
}
