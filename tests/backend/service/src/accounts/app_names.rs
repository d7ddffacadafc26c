//! Refuses app names that could be confused with others on the consent page (UTS #39). These mix letters of several
//! scripts, or look like the name of the service or of another developer's app. A name is still no proof of an app's
//! identity, and the consent page says so.

use unicode_security::{MixedScript as _, skeleton};

use crate::accounts::Accounts;
use crate::accounts::app_details_error::AppDetailsError;
use stagepass_store::StoreError;

/// The name of the service on its pages.
const SERVICE: &str = "Stagepass";

/// Why a name is refused, or that the database failed.
#[derive(Debug, thiserror::Error)]
pub enum AppNameError {
    /// A rule for names.
    #[error(transparent)]
    Details(#[from] AppDetailsError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Checks the name itself, without comparing it to others.
pub(super) fn check_letters(name: &str) -> Result<(), AppDetailsError> {
    if mixes_scripts(name) {
        return Err(AppDetailsError::MixedScripts);
    }
    if name_skeleton(name) == name_skeleton(SERVICE) { Err(AppDetailsError::LookAlike) } else { Ok(()) }
}

impl Accounts {
    /// Checks that no other developer's app has a name that looks like `name`. The app `api_key` may keep the name that
    /// it has. If two developers register similar names at the same moment, both may succeed.
    pub(crate) async fn check_app_name(
        &self,
        name: &str,
        owner_id: i64,
        api_key: Option<&str>,
    ) -> Result<(), AppNameError> {
        let is_taken = self.store.is_app_name_taken(&name_skeleton(name), owner_id, api_key).await?;
        if is_taken { Err(AppDetailsError::LookAlike.into()) } else { Ok(()) }
    }
}

/// Returns whether a name mixes scripts. Japanese, Korean and Chinese use several scripts, and may be mixed with Latin.
fn mixes_scripts(name: &str) -> bool {
    let goes_with_latin = |c: &char| String::from_iter(['a', *c]).as_str().is_single_script();
    let others: String = name.chars().filter(|c| !goes_with_latin(c)).collect();
    let set = others.as_str().resolve_script_set();
    !(name.is_single_script() || set.hanb || set.jpan || set.kore)
}

/// Returns the same text for names that look alike. It has no case, spaces, accents or punctuation, and one letter for
/// all similar ones.
pub(super) fn name_skeleton(name: &str) -> String {
    // Applied twice, because different letters look alike in upper case and in lower case.
    let folded = skeleton(name).collect::<String>().to_lowercase();
    let folded = skeleton(&folded).filter(|c| c.is_alphanumeric());
    folded.map(|c| if matches!(c, 'i' | 'l' | '1') { 'l' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_in_scripts_of_one_language_is_allowed() {
        let names = "Night Radio 24|Bücher & Töne|Ночное радио|音楽ラジオ|J-POP 音楽ラジオ|음악 Radio|موسيقى|Radio ♫ 🎧|\
                     Stagepass demo";
        for name in names.split('|') {
            assert_eq!(check_letters(name), Ok(()), "{name}");
        }
    }

    #[test]
    fn name_that_mixes_scripts_is_refused() {
        // Cyrillic а, Greek Ο, Cherokee Ꭱ.
        for name in ["Night R\u{430}dio", "\u{39f}range", "\u{13a1}adio", "Радio", "Радио 音楽"] {
            assert_eq!(check_letters(name), Err(AppDetailsError::MixedScripts), "{name}");
        }
    }

    #[test]
    fn name_like_the_services_own_is_refused() {
        for name in ["Stagepass", "STAGEPASS", "Stage Pass", "Stagépass!", "5tagepass", "\u{ff33}tagepass"] {
            let is_refused = check_letters(name) == Err(AppDetailsError::LookAlike);
            assert_eq!(is_refused, name != "5tagepass", "{name}: {}", name_skeleton(name));
        }
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
        for (one, other) in [
            ("Instagram", "lnstagram"),
            ("INSTAGRAM", "instagram"),
            ("modern", "modem"),
            ("Radio 1", "Radio l"),
            ("O2", "02"),
        ] {
            assert_eq!(name_skeleton(one), name_skeleton(other), "{one} {other}");
        }
        assert_ne!(name_skeleton("Night Radio"), name_skeleton("Light Radio"));
    }
}
