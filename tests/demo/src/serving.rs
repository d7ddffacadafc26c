//! A web server on a thread of its own.

use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use anyhow::{Context as _, Result};
use axum::Router;
use axum::serve::{ListenerExt as _, TapIo};
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::task::JoinSet;

/// Serves `router` at each of `listeners` until the process ends.
///
/// # Errors
/// If no server can be started.
pub fn serve(listeners: Vec<TcpListener>, router: Router) -> Result<()> {
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
                serving.spawn(async move { axum::serve(without_delay(listener), router).await });
            }
            serving.join_all().await
        })
    });
    Ok(())
}

/// Sends each part of a response at once. Otherwise a large response waits 40 ms for the browser's acknowledgement of
/// its first part.
pub fn without_delay(listener: tokio::net::TcpListener) -> TapIo<tokio::net::TcpListener, fn(&mut TcpStream)> {
    let at_once: fn(&mut TcpStream) = |stream| {
        // A browser that has gone is noticed later.
        let _ = stream.set_nodelay(true);
    };
    listener.tap_io(at_once)
}

/// Serves `router` on a free port of 127.0.0.1 and returns the origin: `http://127.0.0.1:PORT`.
///
/// # Errors
/// If no port is free, or no server can be started.
pub fn start(router: Router) -> Result<String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?;
    let address = listener.local_addr().context("no free port on 127.0.0.1")?;
    serve(vec![listener], router)?;
    Ok(format!("http://{address}"))
}
