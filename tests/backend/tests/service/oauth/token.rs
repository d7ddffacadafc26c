//! `POST /oauth/token`.

mod concurrency;
mod exchange;
mod refresh;
