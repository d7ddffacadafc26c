//! `stagepass-backend service`, as a program: it has limits, unless it is told to have none.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use stagepass_test_support::{Place, log};

/// A service that is stopped even if the test fails.
struct Served {
    child: Child,
    origin: String,
}

impl Served {
    fn start(place: &Place, words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stagepass-backend"));
        place.tell(&mut command);
        command.args(["service", "--listen", "127.0.0.1:0"]).args(words).current_dir(place.folder());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // Read all the time: a process whose log nobody reads stands still once the pipe is full.
        let stderr = child.stderr.take().unwrap();
        std::thread::spawn(move || log::keep(std::io::read_to_string(stderr).unwrap()));
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let origin = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self { child, origin }
    }

    /// The statuses of so many requests.
    async fn ask(&self, count: usize) -> Vec<u16> {
        let (http, mut statuses) = (reqwest::Client::new(), Vec::new());
        for _ in 0..count {
            let reply = http.get(format!("{}/v1/me", self.origin)).send().await.unwrap();
            statuses.push(reply.status().as_u16());
        }
        statuses
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn it_has_limits_unless_told_to_have_none() {
    let place = Place::new();
    let usual = Served::start(&place, &["--rate-per-address", "1", "--burst-per-address", "5"]).ask(20).await;
    assert!(usual.starts_with(&[401; 5]) && usual.contains(&429), "{usual:?}");
    let dev = Served::start(&place, &["--dev", "--burst-per-address", "5"]).ask(20).await;
    assert_eq!(dev, [401; 20]);
}

#[cfg(target_os = "linux")]
#[test]
fn it_takes_all_the_file_descriptors_that_it_may_have() {
    let place = Place::new();
    let served = Served::start(&place, &[]);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", served.child.id())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let numbers: Vec<&str> = files.split_whitespace().skip(3).collect();
    assert_eq!(numbers[0], numbers[1], "{files}");
}
