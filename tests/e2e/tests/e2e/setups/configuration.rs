//! The configuration, the API key and the options of a login.

use stagepass_e2e_tests::setting::Setting;

use super::row::Change::{Before, Config, NoClick, Options};
use super::row::Sees::{Rejects, SignsIn, Throws};
use super::row::Setup;

pub(super) const SETUPS: &[Setup] = &[
    Setup::new("`apiKey` is missing", &[Config("{ apiKey: undefined }")], Throws("config_invalid"), &[]),
    Setup::new(
        "`redirectUri` is misspelled as `redirect_uri`",
        &[Config("{ redirectUri: undefined, redirect_uri: config.redirectUri }")],
        Rejects("config_invalid"),
        &["config_invalid", "config_field_unknown"],
    ),
    Setup::new("`storage` has an unknown value", &[Config("{ storage: 'cookie' }")], Throws("config_invalid"), &[]),
    Setup::new(
        "`origins` has an address that is not an origin",
        &[Config("{ origins: ['files.example'] }")],
        Throws("config_invalid"),
        &[],
    ),
    Setup::new(
        "`apiKey` is unknown: of another service, or of a deleted app",
        &[Config("{ apiKey: '0x00000000000000000000000000000000000000ff' }")],
        Rejects("request_refused"),
        &["app_unknown"],
    )
    .everywhere(),
    Setup::new(
        "`apiKey` is cut off",
        &[Config("{ apiKey: config.apiKey.slice(0, -1) }")],
        Rejects("request_refused"),
        &["app_unknown"],
    ),
    Setup::new(
        "The API key is in `appName`",
        &[Config("{ apiKey: undefined, appName: config.apiKey }")],
        Rejects("config_invalid"),
        &["config_invalid"],
    ),
    Setup::new(
        "`apiKey` has spaces around it",
        &[Config("{ apiKey: ` ${config.apiKey} ` }")],
        Rejects("config_invalid"),
        &["config_invalid"],
    ),
    Setup::new(
        "`login` asks for `write`, but the app has no `apiKey`",
        &[Config("{ apiKey: undefined, appName: 'An app' }"), Options("{ scope: 'write' }")],
        Rejects("option_invalid"),
        &[],
    )
    .undetected("it does not see the options of `login`"),
    Setup::new(
        "`scope` has an unknown value",
        &[Options("{ scope: 'openid profile' }")],
        Rejects("option_invalid"),
        &[],
    )
    .undetected("it does not see the options of `login`"),
    Setup::new(
        "`returnTo` is on another origin",
        &[Options("{ display: 'redirect', returnTo: 'https://elsewhere.example/' }")],
        Rejects("option_invalid"),
        &[],
    )
    .undetected("it does not see the options of `login`"),
    Setup::new("`login` is not called in a click", &[NoClick], Rejects("popup_blocked"), &[])
        .undetected("it would have to open a popup")
        .everywhere(),
    Setup::new(
        "There is no `window.open`, as in some in-app browsers",
        &[Before("window.open = undefined;")],
        Rejects("popup_blocked"),
        &["no_popups"],
    )
    .undetected("signing in works with `fallback: \"redirect\"`"),
];

/// These sign in, so the service must approve.
pub(super) const WORKING: &[Setup] = &[
    Setup::new("Both `apiKey` and `appName` are set", &[Config("{ appName: 'An app' }")], SignsIn, &[]),
    Setup::new(
        "The configuration has an unknown field, such as `clientId`",
        &[Config("{ clientId: 'my-app' }")],
        SignsIn,
        &["config_field_unknown"],
    ),
    Setup::new(
        "There is an `appName` in place of an `apiKey`",
        &[Config("{ apiKey: undefined, appName: 'An app' }")],
        SignsIn,
        &[],
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn wrong_configuration_is_never_silent() {
    // One row depends on the popup blocker.
    super::check(Setting { whole_browser: true, ..super::asking() }, SETUPS).await;
    super::check(super::approving(&[super::PagePatch::Development]), WORKING).await;
}
