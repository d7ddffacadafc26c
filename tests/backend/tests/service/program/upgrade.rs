//! Schemas that are older or newer than the program.

use std::process::{Output, Stdio};

use stagepass_backend::store::SERVICE;
use stagepass_test_support::process::ServerProcess;
use stagepass_test_support::{TestStorage, log};

fn printed(output: &Output) -> (Option<i32>, serde_json::Value, String) {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_default(), error)
}

/// The error of a service that does not start.
fn refused(place: &TestStorage) -> String {
    let output = place.command(&["service", "--listen", "127.0.0.1:0"]).stdin(Stdio::null()).output().unwrap();
    log::keep(&output.stderr);
    let (code, _, error) = printed(&output);
    assert_eq!(code, Some(1), "{error}");
    error
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

#[test]
fn newer_schema_is_used_if_it_is_compatible() {
    let (place, known) = (TestStorage::new(), SERVICE.newest());
    place.execute("INSERT INTO schema_migrations (part, version, name) VALUES ('service', 99, 'of tomorrow')");
    for (oldest, is_compatible) in [(99, false), (known, true)] {
        place.execute(&format!("UPDATE schema_compatibility SET oldest = {oldest} WHERE part = 'service'"));
        if is_compatible {
            starts(&place);
        } else {
            let error = refused(&place);
            assert!(error.contains("schema service 99") && error.contains("use a newer program"), "{error}");
        }
    }
}
