//! `stagepass-s3 FOLDER`: the S3-compatible service of the tests as a program. It stores the bucket in FOLDER. Its
//! access key is in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. Once it listens, it prints
//! `listening on http://127.0.0.1:PORT ADDRESS`, with the bucket's address.

use std::env;
use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use stagepass_test_support::s3::{ADDRESS, serve_folder};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let Some(folder) = env::args().nth(1) else { return fail("name a folder") };
    let (Ok(id), Ok(secret)) = (env::var("AWS_ACCESS_KEY_ID"), env::var("AWS_SECRET_ACCESS_KEY")) else {
        return fail("there is no access key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    };
    let listens = |at| {
        println!("listening on http://{at} {ADDRESS}");
        // If this fails, no program waits for the line.
        let _ = std::io::stdout().flush();
    };
    match serve_folder(Path::new(&folder), (&id, &secret), listens).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

fn fail(error: &str) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}
