//! The pages for a person with a browser.

mod access_servers;
mod account;
mod apps;
mod brand;
mod connected_apps;
pub(crate) mod cross_site;
mod deletion;
mod embed;
mod end_session;
mod escaping;
mod headers;
mod languages;
mod look;
mod reset_password;
mod sign_in;
mod sign_up;
mod throttle;
mod track;
mod tracks;
