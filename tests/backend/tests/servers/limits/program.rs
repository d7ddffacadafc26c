//! `stagepass-backend service`, as a program: it has limits, unless it is told to have none.

use stagepass_test_support::TestStorage;
use stagepass_test_support::process::ServerProcess;

fn start(place: &TestStorage, arguments: &[&str]) -> ServerProcess {
    ServerProcess::start(place.command(&["service", "--listen", "127.0.0.1:0"]).args(arguments))
}

/// The statuses of 20 requests to a new service.
async fn statuses(place: &TestStorage, arguments: &[&str]) -> Vec<u16> {
    let (server, http, mut statuses) = (start(place, arguments), reqwest::Client::new(), Vec::new());
    for _ in 0..20 {
        let reply = http.get(format!("{}/v1/me", server.origin)).send().await.unwrap();
        statuses.push(reply.status().as_u16());
    }
    statuses
}

#[tokio::test]
async fn limits_apply_unless_disabled() {
    let place = TestStorage::new();
    let usual = statuses(&place, &["--rate-per-address", "1", "--burst-per-address", "5"]).await;
    assert!(usual.starts_with(&[401; 5]) && usual.contains(&429), "{usual:?}");
    let dev = statuses(&place, &["--dev", "--burst-per-address", "5"]).await;
    assert_eq!(dev, [401; 20]);
}

#[cfg(target_os = "linux")]
#[test]
fn service_raises_open_file_limit_to_its_maximum() {
    let place = TestStorage::new();
    let server = start(&place, &[]);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.id())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let numbers: Vec<&str> = files.split_whitespace().skip(3).collect();
    assert_eq!(numbers[0], numbers[1], "{files}");
}
