//! A web server on a thread of its own.

use std::net::TcpListener;
use std::thread;

use anyhow::{Context as _, Result};
use axum::Router;
use tokio::runtime::Builder;
use tokio::task::JoinSet;

/// Serves `router` at each of `listeners` until the process ends.
pub(crate) fn serve(listeners: Vec<TcpListener>, router: Router) -> Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build().context("cannot start a server")?;
    let mut accepting = Vec::new();
    for listener in listeners {
        listener.set_nonblocking(true).context("cannot start a server")?;
        let _in_runtime = runtime.enter();
        accepting.push(tokio::net::TcpListener::from_std(listener).context("cannot start a server")?);
    }
    thread::spawn(move || {
        runtime.block_on(async {
            let mut serving = JoinSet::new();
            for listener in accepting {
                let router = router.clone();
                serving.spawn(async move { axum::serve(listener, router).await });
            }
            serving.join_all().await
        })
    });
    Ok(())
}
