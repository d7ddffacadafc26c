//! A command-line app that signs users in with their music account.

mod music;
mod no_browser;
mod session;

use std::error::Error;
use std::process::ExitCode;

const HELP: &str = "\
Usage: stagepass-cli COMMAND

  sign-in               open the browser, and sign in
  sign-in --no-browser  print a URL to open anywhere, and read the one that the browser ends at
  whoami                print the user
  tracks                print the user's tracks
  upload FILE [TITLE]   upload a file, and publish it as a track
  sign-out              sign out

Environment: STAGEPASS_API_KEY, the app's API key (required)
             STAGEPASS_BASE_URL, the service (http://127.0.0.1:8787/v1)";

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments).await {
        Ok(text) => println!("{text}"),
        Err(error) => {
            eprintln!("{error}");
            let mut cause = error.source();
            while let Some(error) = cause {
                eprintln!("  because: {error}");
                cause = error.source();
            }
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

async fn run(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let value = |name, default: &str| std::env::var(name).unwrap_or_else(|_| default.to_owned());
    let client =
        || session::client(&value("STAGEPASS_BASE_URL", "http://127.0.0.1:8787/v1"), &value("STAGEPASS_API_KEY", ""));
    match arguments {
        ["sign-in"] => Ok(session::sign_in(&client()?).await?),
        ["sign-in", "--no-browser"] => Ok(no_browser::sign_in(&client()?).await?),
        ["whoami"] => Ok(session::who_am_i(&client()?).await?),
        ["tracks"] => Ok(music::tracks(&client()?).await?),
        ["upload", file] => music::upload(&client()?, file, file).await,
        ["upload", file, title] => music::upload(&client()?, file, title).await,
        ["sign-out"] => Ok(session::sign_out(&client()?).await?),
        _ => Ok(HELP.to_owned()),
    }
}
