//! The pages for a person with a browser, one file an address, and what all of them need.
//!
//! | where | what |
//! |---|---|
//! | `sign_in`, `sign_up`, `sign_out`, `account`, `connected_apps`, `apps` | the pages |
//! | `page`, `assets` | how a page is sent, under which policy, and what it is dressed with |
//! | `problem`, `not_found` | the page for a request that leads nowhere |
//! | `form`, `csrf`, `change`, `rules` | what a form brings, and what makes it good |
//! | `session`, `cookies`, `device`, `next_page` | who is signed in, and where they go next |

pub(crate) mod account;
pub(crate) mod account_copy;
pub(crate) mod apps;
pub(crate) mod assets;
pub(crate) mod connected_apps;
pub(crate) mod cookies;
pub(crate) mod csrf;
pub(crate) mod csrf_session;
pub(crate) mod device;
pub(crate) mod form;
pub(crate) mod next_page;
pub(crate) mod not_found;
pub(crate) mod page;
pub(crate) mod problem;
pub(crate) mod relative_time;
pub(crate) mod session;
pub(crate) mod sign_in;
pub(crate) mod sign_out;
pub(crate) mod sign_up;
