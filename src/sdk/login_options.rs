//! The options of a login.

use std::time::Duration;

use serde::Serialize;
use stagepass_core::authorize::{Display, Options, RawOptions, ResponseMode};
use stagepass_core::config::{self, Fault, Field, InvalidField, RawValue};
use stagepass_core::scope::Scope;

use super::added_parameters;
use super::json;
use crate::error::{Code, Error};

/// What the service must ask the user for (OpenID Connect Core section 3.1.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// Nothing: no page is shown. If the service needs the user, the login fails with [`Code::InteractionRequired`].
    None,
    /// To sign in again.
    Login,
    /// For consent again.
    Consent,
    /// To choose an account.
    SelectAccount,
}

/// The options of [`Client::login`](crate::Client::login). They are checked there.
#[derive(Clone, Debug)]
pub struct LoginOptions {
    /// `None`: that of the configuration.
    scope: Option<String>,
    display: Display,
    response_mode: ResponseMode,
    fallback: bool,
    return_to: Option<String>,
    /// As JSON. `Err` if JSON cannot contain it.
    app_state: Result<Option<String>, InvalidField>,
    parameters: Vec<(Field, String, String)>,
    /// The window that the app has opened. Only a browser has one.
    #[cfg(target_arch = "wasm32")]
    pub(crate) popup: crate::rim::web::PopupAttempt,
}

impl LoginOptions {
    /// Requests `scope`, in a popup.
    pub fn new(scope: Scope) -> Self {
        Self::with(Some(scope.name().to_owned()))
    }

    fn with(scope: Option<String>) -> Self {
        Self {
            scope,
            display: Display::Popup,
            response_mode: ResponseMode::Fragment,
            fallback: false,
            return_to: None,
            app_state: Ok(None),
            parameters: Vec::new(),
            #[cfg(target_arch = "wasm32")]
            popup: crate::rim::web::PopupAttempt::NotYet,
        }
    }

    /// Sets where the user signs in. Default: in a popup.
    #[must_use]
    pub fn display(self, display: Display) -> Self {
        Self { display, ..self }
    }

    /// Sets how the authorization response returns. Default: [`ResponseMode::Fragment`].
    /// [`ResponseMode::WebMessage`] is only for a popup.
    #[must_use]
    pub fn response_mode(self, response_mode: ResponseMode) -> Self {
        Self { response_mode, ..self }
    }

    /// Makes a blocked popup a full-page redirect. Default: the login fails with [`Code::PopupBlocked`].
    #[must_use]
    pub fn fallback_to_full_screen(self) -> Self {
        Self { fallback: true, ..self }
    }

    /// Sets the URL at which a full-page login ends, on this origin, such as `/profile`. Default: the calling page.
    #[must_use]
    pub fn return_to(self, return_to: impl Into<String>) -> Self {
        Self { return_to: Some(return_to.into()), ..self }
    }

    /// Sets a value that the result of the login returns. It is stored in this browser, and never sent to the service.
    #[must_use]
    pub fn app_state<T: Serialize + ?Sized>(self, app_state: &T) -> Self {
        let app_state = json::write(app_state).ok_or(InvalidField(Field::AppState, Fault::WrongType));
        Self { app_state: app_state.map(Some), ..self }
    }

    /// Sets what the service must ask the user for. Default: what it needs.
    #[must_use]
    pub fn prompt(self, prompt: Prompt) -> Self {
        let value = match prompt {
            Prompt::None => "none",
            Prompt::Login => "login",
            Prompt::Consent => "consent",
            Prompt::SelectAccount => "select_account",
        };
        self.add(Field::Prompt, "prompt", value)
    }

    /// Sets the user's name or email address at the service, if the app knows it. The service can fill it in.
    #[must_use]
    pub fn login_hint(self, login_hint: impl Into<String>) -> Self {
        self.add(Field::LoginHint, "login_hint", login_hint)
    }

    /// Sets how long ago the user may have signed in at the service, in whole seconds. Zero: the user signs in again.
    #[must_use]
    pub fn max_age(self, max_age: Duration) -> Self {
        self.add(Field::MaxAge, "max_age", max_age.as_secs().to_string())
    }

    /// Sets the languages of the service's pages, best first, separated by spaces, such as `de-AT de en`.
    #[must_use]
    pub fn ui_locales(self, ui_locales: impl Into<String>) -> Self {
        self.add(Field::UiLocales, "ui_locales", ui_locales)
    }

    /// Adds another parameter of the authorization request, for a service that needs it. A name that Stagepass itself
    /// sends is refused. All added parameters together have at most 2,000 bytes in the URL.
    #[must_use]
    pub fn extra_param(self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.add(Field::ExtraParams, name, value)
    }

    fn add(mut self, field: Field, name: impl Into<String>, value: impl Into<String>) -> Self {
        let name = name.into();
        self.parameters.retain(|(other, known, _)| (*other, known) != (field, &name));
        self.parameters.push((field, name, value.into()));
        self
    }

    /// Returns these options, with this scope if they have none.
    #[cfg(any(target_arch = "wasm32", feature = "native"))]
    pub(crate) fn or_scope(self, scope: Option<&str>) -> Self {
        Self { scope: self.scope.or_else(|| scope.map(str::to_owned)), ..self }
    }

    /// Returns whether the user signs in in a popup.
    #[cfg(all(target_arch = "wasm32", feature = "openid"))]
    pub(crate) fn has_popup(&self) -> bool {
        self.display == Display::Popup
    }

    /// Checks each option. `page` is the URL of the calling page, empty if there is none. `absolute` makes a URL of
    /// that page absolute.
    ///
    /// # Errors
    /// [`Code::OptionInvalid`] for the first option that is not valid.
    pub(crate) fn check(
        self,
        config: &config::Config,
        page: &str,
        absolute: impl FnOnce(String) -> String,
    ) -> Result<Options, Error> {
        let invalid = |wrong: InvalidField| Error::from(wrong.into_error(Code::OptionInvalid));
        let text = |text: &str| RawValue::Text(text.to_owned());
        let optional = |value: Option<String>| value.map_or(RawValue::Absent, RawValue::Text);
        let raw = RawOptions {
            scope: optional(self.scope),
            display: text(match self.display {
                Display::Popup => "popup",
                Display::FullScreen => "fullScreen",
            }),
            response_mode: text(match self.response_mode {
                ResponseMode::Fragment => "fragment",
                ResponseMode::Query => "query",
                ResponseMode::WebMessage => "web_message",
            }),
            fallback: if self.fallback { text("fullScreen") } else { RawValue::Absent },
            return_to: optional(self.return_to.map(absolute)),
            app_state: optional(self.app_state.map_err(invalid)?),
            parameters: RawValue::Text(added_parameters::query(&self.parameters).map_err(invalid)?),
        };
        Ok(Options::parse(&raw, config, page)?)
    }
}

/// For other providers (feature `openid`).
#[cfg(feature = "openid")]
impl LoginOptions {
    /// Sets the scopes, separated by spaces (RFC 6749 section 3.3), in place of those of the configuration.
    #[must_use]
    pub fn scope(self, scope: impl Into<String>) -> Self {
        Self { scope: Some(scope.into()), ..self }
    }
}

/// Requests the scopes of the configuration, in a popup. A client of a Stagepass service has none there: use
/// [`LoginOptions::new`].
#[cfg(feature = "openid")]
impl Default for LoginOptions {
    fn default() -> Self {
        Self::with(None)
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::Config;

    fn check(options: LoginOptions) -> Result<Options, Error> {
        let config = Config::builder("https://app.example/callback").app_name("Demo");
        let config = config.base_url("https://api.example/v1").build().unwrap();
        options.check(&config.core, "https://app.example/shop", |url| ["https://app.example", &url].concat())
    }

    #[test]
    fn every_option_reaches_the_core() {
        let options = LoginOptions::new(Scope::Read)
            .display(Display::FullScreen)
            .response_mode(ResponseMode::Query)
            .fallback_to_full_screen()
            .return_to("/profile")
            .app_state(&[1, 2])
            .prompt(Prompt::Consent)
            .prompt(Prompt::Login)
            .login_hint("ann@example.com")
            .max_age(Duration::from_millis(60_500))
            .ui_locales("de en")
            .extra_param("audience", "x");
        let options = check(options).unwrap();
        assert_eq!(
            (options.scope, options.display, options.response_mode),
            (Scope::Read.into(), Display::FullScreen, ResponseMode::Query)
        );
        assert!(options.full_screen_fallback);
        assert_eq!((options.return_to.as_str(), options.app_state.as_str()), ("https://app.example/profile", "[1,2]"));
        assert_eq!(
            options.parameters,
            "&prompt=login&login_hint=ann%40example.com&max_age=60&ui_locales=de%20en&audience=x"
        );
    }

    #[test]
    fn wrong_options_are_named() {
        let unserializable = std::collections::BTreeMap::from([((1, 2), 3)]);
        for (options, field) in [
            (LoginOptions::new(Scope::Write), Field::Scope),
            (LoginOptions::new(Scope::Read).app_state(&unserializable), Field::AppState),
            (LoginOptions::new(Scope::Read).extra_param("state", "x"), Field::ExtraParams),
        ] {
            let error = check(options).unwrap_err();
            assert_eq!((error.code(), error.field().unwrap().0), (Code::OptionInvalid, field));
        }
    }
}
