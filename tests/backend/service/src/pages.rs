//! The pages for browsers, one file for each address, and their shared parts.
//!
//! | module | contents |
//! |---|---|
//! | `home`, `sign_in`, `sign_up`, `sign_out`, `reset_password`, `marked_account`, `end_session`, `account`, `track`, `tracks`, `connected_apps`, `apps` | the pages |
//! | `page`, `origin`, `assets` | the response with a page, its security policy, and its styles and scripts |
//! | `problem`, `not_found` | error pages |
//! | `form`, `csrf`, `csrf_session`, `account_copy` | parsing and verifying forms |
//! | `session`, `cookies`, `device`, `next_page` | the session of the browser, and the next page |

pub(crate) mod access_servers;
pub(crate) mod account;
pub(crate) mod account_copy;
pub(crate) mod apps;
pub(crate) mod assets;
pub(crate) mod connected_apps;
pub(crate) mod cookies;
pub(crate) mod csrf;
pub(crate) mod csrf_session;
pub(crate) mod device;
pub(crate) mod end_session;
pub(crate) mod form;
pub(crate) mod home;
pub(crate) mod marked_account;
pub(crate) mod next_page;
pub(crate) mod not_found;
pub(crate) mod origin;
pub(crate) mod page;
pub(crate) mod problem;
pub(crate) mod relative_time;
pub(crate) mod reset_password;
pub(crate) mod session;
pub(crate) mod sign_in;
pub(crate) mod sign_out;
pub(crate) mod sign_up;
pub(crate) mod track;
pub(crate) mod tracks;
