//! `/developer-apps`.

mod apps;
