//! A server that can stop and start again.

use std::net::SocketAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use stagepass_demo::serving::without_delay;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How long open requests may take when a server stops.
const ENDS_WITHIN: Duration = Duration::from_secs(20);

/// A server on a port of its own. It stops when dropped.
#[derive(Debug)]
pub struct Server {
    address: SocketAddr,
    router: Router,
    running: Mutex<Option<Running>>,
}

#[derive(Debug)]
struct Running {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Server {
    /// Serves `router` at `listener`.
    pub fn start(listener: TcpListener, router: Router) -> Self {
        let address = listener.local_addr().expect("it is bound");
        let running = Mutex::new(Some(run(listener, router.clone())));
        Self { address, router, running }
    }

    /// Stops listening, and waits until all connections are closed.
    pub async fn go_down(&self) {
        let Running { stop, task } = self.take().expect("it is up");
        stop.send(()).expect("it waits for this");
        timeout(ENDS_WITHIN, task).await.expect("connections end").expect("it served");
    }

    /// Listens on the same port again.
    pub async fn come_back(&self) {
        let listener = TcpListener::bind(self.address).await.expect("nobody has taken its port");
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some(run(listener, self.router.clone()));
    }

    fn take(&self) -> Option<Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(running) = self.take() {
            running.task.abort();
        }
    }
}

fn run(listener: TcpListener, router: Router) -> Running {
    let (stop, stopped) = oneshot::channel();
    let stopped = async {
        // Dropping the sender stops the server too.
        let _ = stopped.await;
    };
    let serving = axum::serve(without_delay(listener), router).with_graceful_shutdown(stopped);
    let task = tokio::spawn(async { serving.await.expect("it serves until it is stopped") });
    Running { stop, task }
}
