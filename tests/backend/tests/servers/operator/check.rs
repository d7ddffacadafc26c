//! `check` finds mistakes of a deployment, and none in a good one.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use rcgen::{CertificateParams, KeyPair};
use serde_json::Value;
use stagepass_backend::clock::{Clock as _, SystemClock};
use stagepass_test_support::api_client::wav;
use stagepass_test_support::log;
use stagepass_test_support::process::program;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

use super::deployment::{Deployment, free_port, run, text};
use super::proxy::{self, Current, Fault};

/// Runs `check`, and returns the codes of its findings.
async fn codes(deployment: &Deployment, more: &'static [&str]) -> Vec<String> {
    let config = deployment.config();
    // The proxies run in this process.
    let output =
        tokio::task::spawn_blocking(move || run(&[&["check", "--json", "--config", &config], more].concat(), ""));
    let output = output.await.unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)));
    let findings = found["findings"].as_array().unwrap();
    for finding in findings {
        for member in ["checked", "found", "remedy"] {
            assert!(!finding[member].as_str().unwrap().is_empty(), "{finding}");
        }
    }
    assert_eq!(output.status.code(), Some(i32::from(!findings.is_empty())));
    assert_eq!(found["ok"], findings.is_empty());
    findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn mistakes_of_a_proxy_are_found_from_outside() {
    let (fault, port) = (Current::default(), free_port());
    let origins =
        [proxy::start(port, &fault).await, proxy::start(port + 1, &fault).await, proxy::start(port + 2, &fault).await];
    let deployment = Deployment::at(port, origins);
    assert_eq!(codes(&deployment, &["--settings-only"]).await, ["proxy_not_trusted"; 3]);
    for table in ["service", "node", "access"] {
        deployment.add(table, "trusted-proxy = [\"127.0.0.7/32\"]");
    }
    let audio = deployment.path().join("tone.wav");
    fs::write(&audio, wav(Duration::from_secs(1))).unwrap();
    let (config, audio) = (deployment.config(), audio.to_str().unwrap().to_owned());
    let added =
        run(&["track", "add", "--owner", "demo", "--title", "Tape 1", "--file", &audio, "--config", &config], "");
    assert!(added.status.success(), "{}", text(&added.stderr));
    let stopped = ["not_this_service", "cors_refused", "not_this_access_server"];
    assert_eq!(codes(&deployment, &[]).await, stopped, "the proxies answer, and the servers do not");
    let running = deployment.start();
    assert_eq!(codes(&deployment, &[]).await, [""; 0], "a good deployment");
    for (mistake, expected) in [
        (Fault::Request("authorization"), &["authorization_dropped"][..]),
        (Fault::Request("dpop"), &["dpop_dropped"]),
        (Fault::Request("range"), &["range_dropped"]),
        (Fault::Request("x-forwarded-for"), &["client_address_missing"]),
        (Fault::ForwardedFor, &["client_address_forged"]),
        (Fault::Response("access-control-allow-origin"), &["cors_refused"; 3]),
        (Fault::Response("access-control-allow-headers"), &["cors_refused"; 3]),
        (Fault::SecondOrigin, &["cors_refused"; 3]),
        (Fault::BodyLimit, &["body_limit"]),
        (Fault::Date, &["clock_off"; 3]),
        (Fault::Path, &["not_this_service"]),
        (Fault::Redirect, &stopped),
    ] {
        *fault.lock().unwrap() = Some(mistake);
        assert_eq!(codes(&deployment, &[]).await, expected, "{mistake:?}");
    }
    *fault.lock().unwrap() = None;
    deployment.change("api-key = \"0x", "api-key = \"0x0000000000000000000000000000000000000000\" # ");
    assert_eq!(codes(&deployment, &[]).await, ["app_unknown"]);
    assert!(running.stop());
}

#[tokio::test]
async fn mistakes_of_settings_and_machine_are_found() {
    let only = &["--settings-only"];
    let good = Deployment::new();
    assert_eq!(codes(&good, only).await, [""; 0], "a good deployment");
    assert_eq!(codes(&good, &[]).await, ["unreachable"; 3], "nothing listens");
    let origin = |offset: u16| format!("http://127.0.0.1:{}", good.port + offset);
    let (base, access) = (format!("{}/v1", origin(0)), origin(2));
    let settings = fs::read_to_string(good.config()).unwrap();
    let media = format!("media = \"{}", good.path().display());
    let (_, rest) = settings.split_once("[node]\n").unwrap();
    let (node, _) = rest.split_once("\n\n").unwrap();
    let (listen, _) = node.split_once("\ndatabase").unwrap();
    for (from, to, expected) in [
        (&*base, "http://music.example/v1", &["not_https", "service_differs", "proxy_not_trusted"][..]),
        (&base, &origin(0), &["base_url_without_version", "service_differs"]),
        (&format!("base-url = \"{base}\""), "", &["base_url_missing"]),
        (
            &format!("origin = \"{access}\""),
            &format!("origin = \"{}\"", origin(0)),
            &["same_origin", "proxy_not_trusted"],
        ),
        (&media, "media = \"/nowhere", &["folder_not_writable"]),
        ("[service]\n", "[service]\ndisk-reserve = 1000000000000000\n", &["disk_full"]),
        ("service.db", "missing/service.db", &["folder_not_writable", "database_not_migrated"]),
        ("access.db", "service.db", &["database_not_migrated"]),
        ("keys/bearer-token", "keys/none", &["secret_unreadable"]),
        ("listen = \"", "listen = \"nowhere:", &["settings_invalid"]),
        (&format!("node-url = \"{}\"", origin(1)), "node-url = \"ftp://node.example\"", &["settings_invalid"]),
        ("api-key = \"0x", "api-key = \"0y", &["settings_invalid"]),
        ("[service]\n", "[service]\ntexts-dir = \"/nowhere\"\n", &["settings_invalid"]),
        ("[service]\n", "[service]\naccent-colour = \"#ffcc00\"\n", &["settings_invalid"]),
        ("[access]\n", "[access]\ngeo-url = \"https://geo.example?key=1\"\n", &["settings_invalid"]),
        ("[access]\n", "[access]\ngeo-database = \"/nowhere/geo.mmdb\"\n", &["geo_database_unusable"]),
        (node, &format!("{listen}\ncatalog = \"/nowhere/catalog.json\""), &["catalog_unusable"]),
        (node, &node.replace("/media\"", "/other\""), &["media_unusable"]),
        (node, &node.replace("service.db", "none.db"), &["database_not_migrated"]),
        (node, &node.replace("service.db", "access.db"), &["database_not_migrated"]),
    ] {
        fs::write(good.config(), &settings).unwrap();
        good.change(from, to);
        assert_eq!(codes(&good, only).await, expected, "{from} → {to}");
    }
    fs::write(good.config(), &settings).unwrap();
    for (key, code) in [
        ("token-key", "token_keys_unusable"),
        ("bearer-token", "settings_invalid"),
        ("signing-key", "settings_invalid"),
    ] {
        let key = good.path().join("keys").join(key);
        let before = fs::read(&key).unwrap();
        fs::write(&key, "not-a-key").unwrap();
        assert_eq!(codes(&good, only).await, [code], "{}", key.display());
        fs::write(&key, before).unwrap();
    }
    let key = good.path().join("keys/signing-key");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    assert_eq!(codes(&good, only).await, ["secret_exposed"]);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    let database = rusqlite::Connection::open(good.path().join("service.db")).unwrap();
    database.execute("DELETE FROM schema_migrations WHERE version > 1", ()).unwrap();
    assert_eq!(codes(&good, only).await, ["database_not_migrated"]);
}

/// These have no server of this deployment behind them.
#[tokio::test]
async fn other_servers_of_the_settings_are_checked() {
    let deployment = Deployment::new();
    let running = deployment.start();
    assert_eq!(codes(&deployment, &[]).await, [""; 0]);
    let nothing = format!("http://127.0.0.1:{}", free_port());
    deployment.add("access", &format!("geo-url = \"{nothing}\""));
    assert_eq!(codes(&deployment, &[]).await, ["geo_lookup_unusable"]);
    let settings = fs::read_to_string(deployment.config()).unwrap();
    let (_, alone) = settings.split_once("[access]").unwrap();
    let base = format!("http://127.0.0.1:{}/v1", deployment.port);
    fs::write(deployment.config(), format!("[access]{}", alone.replace(&base, &format!("{nothing}/v1")))).unwrap();
    assert_eq!(codes(&deployment, &[]).await, ["unreachable", "geo_lookup_unusable"]);
    assert!(running.stop());
}

#[tokio::test]
async fn expiring_or_untrusted_certificate_is_found() {
    let key = KeyPair::generate().unwrap();
    let now = u64::try_from(SystemClock.now()).unwrap();
    let mut params = CertificateParams::new(["127.0.0.1".to_owned()]).unwrap();
    params.not_after = (UNIX_EPOCH + Duration::from_secs(now) + Duration::from_hours(7 * 24 + 12)).into();
    let certificate = params.self_signed(&key).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let origin = format!("https://{}", listener.local_addr().unwrap());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions().unwrap().with_no_client_auth();
    let private = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let acceptor =
        TlsAcceptor::from(Arc::new(config.with_single_cert(vec![certificate.der().clone()], private).unwrap()));
    tokio::spawn(async move {
        loop {
            let (tcp, _) = listener.accept().await.unwrap();
            let Ok(mut connection) = acceptor.accept(tcp).await else { continue };
            // A client that only looks at the certificate sends nothing.
            let _ = connection.read(&mut [0; 4096]).await;
            let _ = connection.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").await;
        }
    });
    let deployment = Deployment::new();
    deployment.change("base-url = \"http://127.0.0.1:", &format!("base-url = \"{origin}/v1\" # "));
    let authority = deployment.path().join("ca.pem");
    fs::write(&authority, certificate.pem()).unwrap();
    let check = async |file: &Path| {
        let mut command = Command::new(program());
        command.args(["check", "--config", &deployment.config()]).env("SSL_CERT_FILE", file);
        let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
        log::keep(&output.stderr);
        text(&output.stdout).to_owned()
    };
    let found = check(&authority).await;
    assert!(found.contains("tls_ends_soon: ") && found.contains("ends in 7 days"), "{found}");
    assert!(found.contains(&format!("not_this_service: {origin}")) && !found.contains("tls_invalid"), "{found}");
    let other = CertificateParams::default().self_signed(&KeyPair::generate().unwrap()).unwrap();
    fs::write(&authority, other.pem()).unwrap();
    let found = check(&authority).await;
    assert!(found.contains(&format!("tls_invalid: {origin}")), "{found}");
}
