//! How long a person waits for a client, and what a page has to load of it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use futures_util::future::lazy;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::client::Client;
use crate::stage::{Stage, TIMEOUT};

/// Each client as often, in turns.
const ROUNDS: usize = 5;

/// Files of every app, which belong to no client.
const SHARED: [&str; 3] = ["glue.js", "page.js", "spa.js"];

/// One login of a client's.
#[derive(Clone, Debug)]
struct Taken {
    /// Milliseconds from the click until the service is asked.
    to_popup: f64,
    /// Milliseconds from the service's response until the user is signed in.
    to_signed_in: f64,
    files: BTreeSet<String>,
    user_agent: String,
}

/// Prints the medians of each client, and what the browser calls itself, as lines of JSON.
pub(crate) async fn print() {
    let mut taken: [Vec<Taken>; 3] = Default::default();
    for _ in 0..ROUNDS {
        for (client, taken) in Client::ALL.into_iter().zip(&mut taken) {
            let (tell, told) = oneshot::channel();
            let story = async move |stage: Stage| {
                // Fails if the bench has failed elsewhere.
                let _ = tell.send(login(stage).await);
            };
            crate::tell(client, client.setting(), story).await;
            taken.extend(told.await.ok());
        }
    }
    let user_agent = taken.iter().flatten().map(|taken| &taken.user_agent).next();
    println!("{}", json!({ "userAgent": user_agent }));
    for (client, taken) in Client::ALL.into_iter().zip(taken) {
        let median = |figure: fn(&Taken) -> f64| -> Value {
            let mut figures: Vec<f64> = taken.iter().map(figure).collect();
            figures.sort_by(f64::total_cmp);
            json!({
                "median": figures.get(figures.len() / 2), "least": figures.first(), "greatest": figures.last(),
                "times": figures.len(),
            })
        };
        let files = taken.first().map(|taken| taken.files.clone());
        let line = json!({
            "client": client.name(), "toPopup": median(|taken| taken.to_popup),
            "toSignedIn": median(|taken| taken.to_signed_in), "files": files,
        });
        println!("{line}");
    }
}

async fn login(stage: Stage) -> Taken {
    let site = stage.visitor.site.clone();
    stage.open().await;
    let asked = Stamp::default();
    site.service_proxy.before_next(stage.client.authorization(), asked.clone().strike());
    stage.open_popup().await;
    stage.visitor.sign_in_at_service().await;
    let answered = Stamp::default();
    site.service_proxy.after_next(stage.client.consent(), answered.clone().strike());
    stage.visitor.approve().await;
    stage.visitor.turn_to_app().await;
    let outcome = stage.outcome(TIMEOUT).await.filter(|outcome| outcome.ok).expect("it signs in");
    let clicked: f64 = stage.visitor.run("return window.clickedAt").await;
    let requests = site.pages_proxy.requests.all().into_iter();
    let names = requests.filter_map(|(request, _)| Some(request.strip_prefix("GET /")?.to_owned()));
    let is_clients = |name: &String| {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension);
        matches!(extension, Some("js" | "wasm")) && !SHARED.contains(&name.as_str())
    };
    Taken {
        to_popup: asked.time() - clicked,
        to_signed_in: outcome.at - answered.time(),
        files: names.filter(is_clients).collect(),
        user_agent: stage.visitor.run("return navigator.userAgent").await,
    }
}

/// The time of something, in the browser's own terms: milliseconds since 1970.
#[derive(Clone, Debug, Default)]
struct Stamp(Arc<Mutex<Option<SystemTime>>>);

impl Stamp {
    /// Takes the time when it is first polled.
    fn strike(self) -> impl Future<Output = ()> + Send {
        lazy(move |_| {
            #[expect(clippy::disallowed_methods, reason = "the browser's own clock is the system's")]
            let now = SystemTime::now();
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        })
    }

    fn time(&self) -> f64 {
        let time = self.0.lock().unwrap_or_else(PoisonError::into_inner).expect("it has happened");
        time.duration_since(SystemTime::UNIX_EPOCH).expect("it is after 1970").as_secs_f64() * 1000.0
    }
}
