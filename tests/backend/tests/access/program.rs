//! `stagepass-backend access`, as a program.

// Elsewhere the variables that name a trust store have no effect.
#[cfg(target_os = "linux")]
mod tls;

use std::process::Command;

use stagepass_backend::access::{AccessSettings, GeoSource, Secret, start};
use stagepass_test_support::process::ServerProcess;
use stagepass_test_support::{secrets, sent};

use crate::support::{
    CREDENTIAL, FakeService, IN_AUSTRALIA, KEY, TICKET, client, command, location, new_track, no, settings, signature,
    signer, ticket,
};

/// What it says instead of starting.
fn refusal(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && output.stdout.is_empty(), "{error}");
    for secret in [CREDENTIAL, &KEY[2..]] {
        assert!(!error.contains(secret), "{error}");
    }
    error
}

fn base() -> Command {
    command("http://127.0.0.1:9/v1")
}

#[test]
fn missing_or_invalid_setting_is_named_without_secret() {
    for (error, words) in [
        (refusal(base().env("ALLOWED_COUNTRIES", "DE, Atlantis")), "the allowed countries: \"Atlantis\" is no country"),
        (refusal(base().env_remove("BEARER_TOKEN")), "no credential of this server: set BEARER_TOKEN"),
        (refusal(base().env_remove("SIGNER_PRIVATE_KEY")), "no private key: set SIGNER_PRIVATE_KEY"),
        (refusal(base().env("SIGNER_PRIVATE_KEY", &KEY[2..])), "a private key is 64 hexadecimal digits"),
        (refusal(base().env_remove("API_KEY")), "--api-key"),
        (refusal(base().env_remove("STAGEPASS_BASE_URL")), "--service"),
        (
            refusal(base().env("STAGEPASS_BASE_URL", "https://service.example/v1").env("SSL_CERT_FILE", "none.pem")),
            "no certificate of an authority in the system's trust store",
        ),
        (refusal(base().args(["--geo-url", "http://127.0.0.1:9/json"])), "--geo-url"),
        (refusal(base().args(["--trusted-proxy", "10.0.0.0/33"])), "--trusted-proxy"),
        (refusal(base().args(["--origin", "https://access.example/"])), "an origin is http(s)://host[:port]"),
        (refusal(base().env_remove("BEARER_TOKEN").args(["--bearer-token-file", "none.txt"])), "none.txt"),
        (refusal(base().args(["--bearer-token-file", "none.txt"])), "cannot be used with"),
        (refusal(base().args(["--database", "postgres://x"])), "--database"),
        (
            refusal(base().args(["--service", "http://service.example/v1"])),
            "would be called without TLS: give its https address",
        ),
        (refusal(base().args(["--service", "http://service.example/v1"])), "--service-allow-http"),
        (refusal(base().args(["--owner", "ada"])), "an owner is a user's number, or @ and a handle"),
    ] {
        assert!(error.contains(words), "{words}: {error}");
    }
}

#[test]
fn help_shows_no_secret() {
    let output = base().arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(help.contains("BEARER_TOKEN") && help.contains("SIGNER_PRIVATE_KEY"), "{help}");
    assert!(!help.contains(CREDENTIAL) && !help.contains(KEY), "{help}");
}

#[cfg(unix)]
#[tokio::test]
async fn program_serves_until_stopped_and_logs_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let [token, key] = ["token", "key"].map(|name| folder.path().join(name));
    secrets::write_file(&token, &format!("{CREDENTIAL}\n"));
    secrets::write_file(&key, &format!("0x{KEY}\n"));
    let service = FakeService::start().await;
    let mut command = command(&service.base_url);
    command.env_remove("BEARER_TOKEN").env_remove("SIGNER_PRIVATE_KEY");
    command.arg("--bearer-token-file").arg(&token).arg("--signer-private-key-file").arg(&key);
    let served = ServerProcess::start(&mut command);
    let origin = served.origin.clone();
    service.knows_ticket(TICKET, 1, &origin);

    let http = client();
    let bad_ticket = format!("Ticket {}", ticket("a-bad-ticket"));
    let ticket = format!("Ticket {TICKET}");
    let stream = http.get(format!("{origin}/stream/7?secret=in-the-query")).header("x-forwarded-for", IN_AUSTRALIA);
    let streamed = signature(location(&sent(stream.header("authorization", &ticket)).await));
    assert_eq!(streamed.signer().unwrap(), signer().address());
    let create = http.post(format!("{origin}/create-track"));
    assert_eq!(sent(create.header("authorization", &ticket).json(&new_track())).await.status, 200);
    let leaked = http.get(format!("{origin}/my-region")).header("authorization", "Bearer an-access-token");
    assert_eq!(sent(leaked).await.refusal(), no(401, "access_token_refused"));
    let bad = http.get(format!("{origin}/stream/7")).header("authorization", bad_ticket);
    assert_eq!(sent(bad).await.refusal(), no(401, "invalid_ticket"));

    let log = served.stop();
    assert!(!log.contains("called without TLS"), "on one machine nobody is on the way: {log}");
    assert!(log.contains("path=\"/create-track\"") && log.contains(&signer().address().to_string()), "{log}");
    let digits = streamed.signature().to_string();
    let secrets =
        [CREDENTIAL, &KEY[2..], TICKET, "an-access-token", "a-bad-ticket", "in-the-query", "signature=", &digits[2..]];
    for secret in secrets {
        assert!(!log.contains(secret), "{secret} is in the log: {log}");
    }
}

#[tokio::test]
async fn settings_that_can_not_be_used() {
    let clock = std::sync::Arc::new(stagepass_backend::clock::ManualClock::at(0));
    let good = settings("http://127.0.0.1:9/v1", &clock);
    for (settings, words) in [
        (AccessSettings { api_key: "Late Night Radio".into(), ..good.clone() }, "the API key is"),
        (AccessSettings { credential: Secret::from(" \n".to_owned()), ..good.clone() }, "not the credential of an"),
        (AccessSettings { credential: Secret::from("A".repeat(43)), ..good.clone() }, "access-server add"),
        (AccessSettings { geo: GeoSource::Database("none.mmdb".into()), ..good.clone() }, "none.mmdb"),
    ] {
        let error = start(settings).await.unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    for url in
        ["", "x", "ftp://x", "file:///x", "https://u@x", "https://:p@x", "https://x?y", "https://x#y", "https://"]
    {
        let error = start(AccessSettings { geo: GeoSource::Lookup(url.into()), ..good.clone() }).await.unwrap_err();
        assert!(error.to_string().contains("the geo lookup's address"), "{url}: {error}");
    }
    assert!(!format!("{good:?}").contains(CREDENTIAL));
    assert!(!format!("{good:?}").contains("0101"));
}
