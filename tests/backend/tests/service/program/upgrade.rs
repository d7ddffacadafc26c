//! Schemas that are older or newer than the program.

use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::json;
use stagepass_backend::clock::ManualClock;
use stagepass_backend::store::SERVICE;
use stagepass_backend::token::keys::KeyRing;
use stagepass_backend::{Settings, TokenKeys};
use stagepass_test_support::process::ServerProcess;
use stagepass_test_support::secrets::{Kind, note};
use stagepass_test_support::{TestStorage, Tokens, log, sent};

/// A database of the program with the schema 14.
const OF_14: &str = include_str!("../../fixtures/service-14.sql");
/// The key that signed its tokens.
const TOKEN_KEY: &str = "7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f";
/// The refresh token of its user's app.
const REFRESH_TOKEN: &str = "dpeArGpRjOQGLzLOvfdLHe1ORqAAAAABAAAAAGsv4zQV96jpeXbUk-qsTuPvG4SYFEJgOsdK9fcYblVr6hVHSQ";
/// The session cookie of its user's browser.
const SESSION: &str = "7iMQg-3_tw5LkFW-1z_Z41Qm6avD9JWwmez3x4pltxc";
/// When the user signed in.
const SIGNED_IN_AT: i64 = 1_795_708_468;

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
    assert_eq!((code, pending.len(), &pending[0]), (Some(3), SERVICE.steps.len(), &"1 accounts and grants".into()));
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

/// A backup and `pg_dump` hold all tables for as long as they read. With PostgreSQL, a migration must not wait for them
/// while all other queries wait for the migration. SQLite's readers do not block others.
#[test]
fn migration_beside_a_long_reader_blocks_no_other_query() {
    let place = TestStorage::new();
    place.execute(
        "ALTER TABLE tracks DROP COLUMN made_through;
         DROP TABLE admissions;
         DROP TABLE access_servers;
         DELETE FROM schema_migrations WHERE part = 'service' AND version = 19",
    );
    let is_postgres = place.database().file().is_none();
    let (code, _, error) = place.while_reading("tracks", || {
        let mut migration = place.command(&["migrate"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        while is_postgres && migration.try_wait().unwrap().is_none() {
            // As the servers' connections.
            place.execute("SET statement_timeout = '20s'; SELECT COUNT(*) FROM tracks");
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

/// The database of the version before: its user and app are there after the migration, and the user is still signed in.
#[tokio::test]
async fn sqlite_database_of_schema_14_is_migrated() {
    let place = TestStorage::empty();
    let file = place.database().file().unwrap().to_owned();
    let connection = Connection::open(&file).unwrap();
    // A dump has rows before the tables that they refer to.
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.execute_batch(OF_14).unwrap();
    drop(connection);
    let (code, done, error) = printed(&place.run(&["migrate"]));
    assert_eq!((code, &done["service"]["before"]), (Some(0), &14.into()), "{error}");
    let (_, user, _) = printed(&place.run(&["user", "list"]));
    let (_, app, _) = printed(&place.run(&["app", "list"]));
    assert_eq!((&user["handle"], &app["name"]), (&"ada".into(), &"Night Radio".into()));

    note(Kind::TokenKey, TOKEN_KEY);
    note(Kind::RefreshToken, REFRESH_TOKEN);
    note(Kind::Cookie, SESSION);
    let settings = Settings {
        clock: Arc::new(ManualClock::at(SIGNED_IN_AT + 3 * 24 * 60 * 60)),
        token_keys: TokenKeys::Given(KeyRing::parse(TOKEN_KEY).unwrap()),
        ..place.settings()
    };
    let service = stagepass_backend::start(settings).await.unwrap();
    let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let body = json!({ "grant_type": "refresh_token", "refresh_token": REFRESH_TOKEN, "client_id": app["api_key"] });
    let refreshed = sent(http.post(format!("{}/oauth/token", service.base_url())).json(&body)).await;
    assert_eq!(refreshed.status, 200, "{}", refreshed.body);
    let me = http.get(format!("{}/me", service.base_url())).bearer_auth(Tokens::of(&refreshed).access);
    assert_eq!(sent(me).await.json()["handle"], "ada");
    let account = http.get(format!("{}/account", service.base_url()));
    let account = sent(account.header("cookie", format!("stagepass_session={SESSION}"))).await;
    assert!(account.status == 200 && account.body.contains("ada"), "{}", account.status);
    service.shutdown().await;
}
