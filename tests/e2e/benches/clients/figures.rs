//! How long a user waits for a client, and what that costs: medians of several logins.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use stagepass_e2e_tests::setting::Setting;
use stagepass_e2e_tests::slow_network::SlowNetwork;
use tokio::sync::oneshot;

use crate::client::Client;
use crate::login::{self, Login, SignIn};
use crate::stage::Stage;

/// How often each client signs in on each network, in turns, if the arguments do not say it.
pub(crate) const LOGINS: usize = 9;

/// How many more attempts all logins of a client have, if some fail.
const SPARE: usize = 3;

/// The timeout of a story, which signs in twice.
const STORY: Duration = Duration::from_mins(6);

/// The slow network. docs/comparison.md describes it.
const SLOW: SlowNetwork = SlowNetwork { round_trip: Duration::from_millis(50), bandwidth: 1_600_000 };

/// Prints the figures of each client, and what the browser calls itself, as lines of JSON.
pub(crate) async fn print(logins: usize, clients: &[Client]) {
    let fast = measure(logins, clients, None).await;
    let slow = measure(logins, clients, Some(SLOW)).await;
    let user_agent = fast.iter().flatten().map(|login| &login.user_agent).next();
    println!("{}", json!({ "userAgent": user_agent }));
    for ((client, fast), slow) in clients.iter().zip(&fast).zip(&slow) {
        println!("{}", line(*client, fast, slow));
    }
}

/// Signs in with each client, in turns.
async fn measure(logins: usize, clients: &[Client], network: Option<SlowNetwork>) -> Vec<Vec<Login>> {
    let mut taken = vec![Vec::new(); clients.len()];
    for round in 0..logins + SPARE {
        if taken.iter().all(|taken| taken.len() == logins) {
            break;
        }
        // Its results come at the end.
        eprintln!("figures, {}: login {} of {logins}", network.map_or("fast network", |_| "slow network"), round + 1);
        for (client, taken) in clients.iter().copied().zip(&mut taken) {
            // The spare rounds are for those with failed attempts.
            if taken.len() == logins {
                continue;
            }
            let setting = Setting { network, takes: Some(STORY), ..client.setting() };
            let (sender, receiver) = oneshot::channel();
            let story = async move |stage: Stage| {
                // Fails only if the receiver no longer waits.
                let _ = sender.send(login::measure(stage).await);
            };
            crate::run_story(client, setting, story).await;
            match receiver.await {
                Ok(login) => taken.push(login),
                Err(_) => eprintln!("{}: login {} has failed, see above", client.name(), round + 1),
            }
        }
    }
    taken
}

fn line(client: Client, fast: &[Login], slow: &[Login]) -> Value {
    let popup = |figure: fn(&SignIn) -> f64| move |login: &Login| login.by_popup.as_ref().map(figure);
    let files: BTreeSet<&String> = fast.iter().chain(slow).flat_map(|login| &login.files).collect();
    let sample = fast.first().map(|login| &login.by_popup.as_ref().unwrap_or(&login.by_page).requests);
    json!({
        "client": client.name(),
        "times": {
            "toPopup": times(fast, |login| login.by_popup.as_ref()?.to_service),
            "popup": times(fast, popup(|popup| popup.from_approval)),
            "popupFromAnswer": times(fast, popup(|popup| popup.from_answer)),
            "page": times(fast, |login| Some(login.by_page.from_approval)),
            "reload": times(fast, |login| Some(login.reload?.took)),
            "slowPopup": times(slow, popup(|popup| popup.from_approval)),
            "slowPage": times(slow, |login| Some(login.by_page.from_approval)),
            "slowReload": times(slow, |login| Some(login.reload?.took)),
            "mainThread": times(fast, |login| Some(login.cost?.main_thread)),
            "heap": times(fast, |login| Some(login.cost?.heap)),
            "bytesUntilKnown": times(fast, |login| Some(login.bytes_until_known)),
            "reloadBytes": times(fast, |login| Some(login.reload?.bytes)),
        },
        "requests": sample,
        "files": files,
    })
}

/// Returns median, least and greatest, or null if nothing was measured.
fn times(logins: &[Login], figure: impl Fn(&Login) -> Option<f64>) -> Value {
    let mut figures: Vec<f64> = logins.iter().filter_map(figure).collect();
    figures.sort_by(f64::total_cmp);
    match (figures.get(figures.len() / 2), figures.first(), figures.last()) {
        (Some(median), Some(least), Some(greatest)) => {
            json!({ "median": median, "least": least, "greatest": greatest, "count": figures.len() })
        }
        _ => Value::Null,
    }
}
