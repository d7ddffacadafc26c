//! `stagepass-user`: a user without a screen, for pages that tests open in a browser. It approves each authorization
//! request whose URL a page posts, and responds with the URL that the service redirects to. Its handle and password are
//! in `STAGEPASS_USER` and `STAGEPASS_PASSWORD`. Once it listens, it prints `listening on http://127.0.0.1:PORT`.

use std::env;
use std::io::{self, Write as _};
use std::net::Ipv4Addr;
use std::process::ExitCode;

use tokio::net::TcpListener;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let (Ok(handle), Ok(password)) = (env::var("STAGEPASS_USER"), env::var("STAGEPASS_PASSWORD")) else {
        return fail("there is no user: set STAGEPASS_USER and STAGEPASS_PASSWORD");
    };
    match serve((&handle, &password)).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error.to_string()),
    }
}

async fn serve(user: (&str, &str)) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("listening on http://{}", listener.local_addr()?);
    // If this fails, no program waits for the line.
    let _ = io::stdout().flush();
    stagepass_test_support::approve_all(listener, user).await
}

fn fail(error: &str) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}
