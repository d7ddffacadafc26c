//! How the user is asked: the parameters `prompt`, `max_age`, `login_hint` and `ui_locales` (OIDC Core §3.1.2.1).
//!
//! They are requests of the app and no proof for it: a user can change the address. Signing in fulfils all of them but
//! `prompt=consent`, so the request continues without them. Therefore no combination of values is a loop.

use form_urlencoded::Serializer;
use stagepass_kit::identifier::is_handle;
use stagepass_kit::parameters::{ParameterError, Parameters};

use crate::pages::session::Session;
use crate::texts::requested::Tags;

/// The values of `prompt`.
pub(crate) const PROMPTS: [&str; 4] = ["none", "login", "consent", "select_account"];

/// An error in these parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum InteractionError {
    #[error("{0}")]
    Parameter(#[from] ParameterError),
    #[error("prompt must be none, login, consent or select_account, separated by spaces")]
    Prompt,
    #[error("prompt=none cannot be combined with another prompt")]
    PromptNone,
    #[error("max_age must be a whole number of seconds")]
    MaxAge,
}

/// Why a request with `prompt=none` needs a page (OIDC Core §3.1.2.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SilentRefusal {
    #[error("prompt=none needs a registered app with an https redirect_uri")]
    Interaction,
    #[error("prompt=none needs a user who is signed in, and not longer than max_age")]
    Login,
    #[error("prompt=none needs the user of login_hint, and another is signed in")]
    AccountSelection,
    #[error("prompt=none needs an earlier consent to this app, scope and redirect_uri")]
    Consent,
}

/// How the user is asked. By default: for the password if signed out, and always for consent, on a shorter page if it
/// is remembered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a value of `prompt`")]
pub(crate) struct Interaction {
    /// `prompt=none`: no page is shown.
    pub(crate) is_silent: bool,
    /// `prompt=login`: the user signs in, even if signed in already.
    is_login: bool,
    /// `prompt=consent`: the user is asked with the whole page.
    pub(crate) asks_consent: bool,
    /// `prompt=select_account`: the user chooses between the current account and another.
    pub(crate) selects_account: bool,
    /// The longest time in seconds since the user gave the password.
    max_age: Option<u32>,
    /// The handle to fill in. Only text that can be a handle is kept.
    pub(crate) login_hint: Option<String>,
    /// The languages in which the user is asked, as tags that are separated by spaces.
    ui_locales: Option<String>,
}

impl Interaction {
    pub(crate) fn read(parameters: &Parameters) -> Result<Self, InteractionError> {
        let mut interaction = Self {
            max_age: parameters.optional("max_age")?.map(read_max_age).transpose()?,
            login_hint: parameters.optional("login_hint")?.and_then(read_login_hint),
            ui_locales: parameters.optional("ui_locales")?.and_then(|text| Tags::from_ui_locales(text).to_ui_locales()),
            ..Self::default()
        };
        let prompts = parameters.optional("prompt")?.unwrap_or_default();
        for prompt in prompts.split(' ').filter(|prompt| !prompt.is_empty()) {
            match prompt {
                "none" => interaction.is_silent = true,
                "login" => interaction.is_login = true,
                "select_account" => interaction.selects_account = true,
                "consent" => interaction.asks_consent = true,
                _ => return Err(InteractionError::Prompt),
            }
        }
        let is_alone = prompts.split(' ').all(|prompt| matches!(prompt, "none" | ""));
        if interaction.is_silent && !is_alone { Err(InteractionError::PromptNone) } else { Ok(interaction) }
    }

    /// Appends the parameters that change anything.
    pub(crate) fn append_to(&self, query: &mut Serializer<'_, String>) {
        let prompts = [self.is_silent, self.is_login, self.asks_consent, self.selects_account];
        let prompts: Vec<_> =
            PROMPTS.into_iter().zip(prompts).filter_map(|(name, is_set)| is_set.then_some(name)).collect();
        if !prompts.is_empty() {
            query.append_pair("prompt", &prompts.join(" "));
        }
        if let Some(max_age) = self.max_age {
            query.append_pair("max_age", &max_age.to_string());
        }
        if let Some(login_hint) = &self.login_hint {
            query.append_pair("login_hint", login_hint);
        }
        if let Some(ui_locales) = &self.ui_locales {
            query.append_pair("ui_locales", ui_locales);
        }
    }

    /// Returns what is left to ask after the user has signed in for it.
    pub(crate) fn after_sign_in(&self) -> Self {
        Self { asks_consent: self.asks_consent, ui_locales: self.ui_locales.clone(), ..Self::default() }
    }

    /// Returns whether the user of this session must sign in again.
    pub(crate) fn requires_sign_in(&self, session: &Session, now: i64) -> bool {
        let age = now.saturating_sub(session.authenticated_at);
        self.is_login || self.max_age.is_some_and(|max_age| age > i64::from(max_age))
    }

    /// Returns whether the app expects another user than this one.
    pub(crate) fn expects_another(&self, handle: &str) -> bool {
        self.login_hint.as_ref().is_some_and(|hint| !hint.eq_ignore_ascii_case(handle))
    }
}

/// A number that is too large for any session is the same as the largest.
fn read_max_age(text: &str) -> Result<u32, InteractionError> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Ok(text.parse().unwrap_or(u32::MAX)) } else { Err(InteractionError::MaxAge) }
}

/// A hint that is no handle, such as an email address, is ignored.
fn read_login_hint(text: &str) -> Option<String> {
    let handle = text.trim().trim_start_matches('@');
    is_handle(handle).then(|| handle.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use stagepass_store::UserRecord;

    fn read(query: &str) -> Result<Interaction, InteractionError> {
        Interaction::read(&Parameters::from_form(query.as_bytes()))
    }

    fn written(interaction: &Interaction) -> String {
        let mut query = Serializer::new(String::new());
        interaction.append_to(&mut query);
        query.finish()
    }

    fn session(authenticated_at: i64) -> Session {
        let [handle, name] = ["demo", "Demo"].map(str::to_owned);
        let user = UserRecord { user_id: 1, handle, name, verified: false, picture_id: None };
        Session { secret: [0; 32], user, authenticated_at }
    }

    #[test]
    fn every_combination_of_prompts() {
        let both = ["login", "consent", "select_account"];
        for set in 0..16_usize {
            let prompts: Vec<_> = (0..4).filter(|at| set & (1 << at) != 0).map(|at| PROMPTS[at]).collect();
            let interaction = read(&format!("prompt={}", prompts.join("+")));
            if prompts.contains(&"none") && prompts.iter().any(|prompt| both.contains(prompt)) {
                assert_eq!(interaction, Err(InteractionError::PromptNone), "{prompts:?}");
                continue;
            }
            let interaction = interaction.unwrap();
            assert_eq!(interaction.is_silent, prompts.contains(&"none"));
            assert_eq!(interaction.selects_account, prompts.contains(&"select_account"));
            assert_eq!(interaction.asks_consent, prompts.contains(&"consent"));
            assert_eq!(interaction.requires_sign_in(&session(1_000), 1_000), prompts.contains(&"login"));
        }
        assert_eq!(read("prompt=login++login"), read("prompt=login"));
        for other in ["create", "Login", "login,consent", "none%09"] {
            assert!(read(&format!("prompt={other}")).is_err(), "{other}");
        }
        assert!(read("prompt=login&prompt=login").is_err() && read("ui_locales=en&ui_locales=en").is_err());
    }

    #[test]
    fn max_age_is_a_whole_number_of_seconds() {
        for (max_age, age, expected) in [
            ("0", 0, false),
            ("0", 1, true),
            ("60", 60, false),
            ("60", 61, true),
            ("0060", 61, true),
            ("4294967296", 1_000, false),
            ("99999999999999999999999", 1_000, false),
        ] {
            let interaction = read(&format!("max_age={max_age}")).unwrap();
            assert_eq!(interaction.requires_sign_in(&session(1_000), 1_000 + age), expected, "{max_age} {age}");
        }
        // A session of before the time was recorded, and a clock that was set back.
        assert!(read("max_age=3600").unwrap().requires_sign_in(&session(0), 1_800_000_000));
        assert!(!read("max_age=0").unwrap().requires_sign_in(&session(1_000), 900));
        for other in ["-1", "%2B1", "1.5", "1e3", "x", "1+2", "%D9%A1"] {
            assert_eq!(read(&format!("max_age={other}")), Err(InteractionError::MaxAge), "{other}");
        }
    }

    #[test]
    fn login_hint_is_kept_only_if_valid_handle() {
        for (hint, expected) in [
            ("ada", Some("ada")),
            ("%40ada", Some("ada")),
            ("+ada+", Some("ada")),
            ("ada%40app.example", None),
            ("%3Cb%3E", None),
            ("%40", None),
        ] {
            assert_eq!(read(&format!("login_hint={hint}")).unwrap().login_hint.as_deref(), expected, "{hint}");
        }
        assert_eq!(read(&format!("login_hint={}", "a".repeat(10_000))).unwrap().login_hint, None);
        let interaction = read("login_hint=Demo").unwrap();
        assert!(!interaction.expects_another("demo") && interaction.expects_another("ada"));
    }

    proptest! {
        /// Any query is either rejected, or written back with the same parameters.
        #[test]
        fn any_accepted_query_round_trips(
            prompt in "(none|login|consent|select_account| |.){0,4}", max_age in "[0-9]{0,12}|.{0,4}", hint in ".{0,70}",
            locales in "([a-z]{2,3}(-[A-Z]{2})?[ _]{1,2}){0,20}|.{0,20}",
        ) {
            let mut query = Serializer::new(String::new());
            query.append_pair("prompt", &prompt).append_pair("max_age", &max_age).append_pair("login_hint", &hint);
            query.append_pair("ui_locales", &locales);
            let Ok(interaction) = read(&query.finish()) else { return Ok(()) };
            prop_assert_eq!(read(&written(&interaction)), Ok(interaction.clone()));
            prop_assert!(interaction.login_hint.is_none_or(|hint| is_handle(&hint)));
        }
    }
}
