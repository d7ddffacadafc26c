//! The texts of the pages, in several languages.
//!
//! A page has the keys of its texts: `{{ "sign-in"|text }}` in a template, `Message::new("sign-in-mismatch")` in code.
//! They are in `texts/LANGUAGE.ftl` (Fluent), and an operator's folder may replace some or add a language. Each is
//! formatted in the language of the request, when the page is rendered.
//!
//! | module | contents |
//! |---|---|
//! | `requested` | parsing `ui_locales` and `Accept-Language` |
//! | `built_in`, `language` | the languages of the program; a language with all texts |
//! | `folder` | the operator's files |
//! | `current` | the language of the request |
//! | `message`, `filters` | a text with its values, and what templates use |

mod built_in;
pub(crate) mod current;
pub(crate) mod filters;
mod folder;
mod language;
pub(crate) mod message;
pub(crate) mod requested;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::{Arc, LazyLock};

use self::built_in::BUILT_IN;
pub use self::folder::{FileError, TextsError};
use self::language::Language;
use crate::texts::requested::Tags;

/// The texts of all languages.
#[derive(Debug, Clone)]
pub struct Texts {
    languages: Arc<[Arc<Language>]>,
    default: Arc<Language>,
}

/// Without an operator's folder.
static OF_THE_PROGRAM: LazyLock<Arc<[Arc<Language>]>> = LazyLock::new(|| {
    let built = BUILT_IN.into_iter().filter_map(|(tag, text)| Language::new(tag, &[text.to_owned()]));
    built.map(Arc::new).collect()
});

impl Texts {
    /// Returns the texts of the program and those in the files `LANGUAGE.ftl` of `folder`, which replace them or add a
    /// language. `default` is the language of a request that prefers none of them.
    ///
    /// # Errors
    /// [`TextsError`] if the folder or a file in it cannot be used, or there is no text in the language `default`.
    pub fn load(folder: Option<&Path>, default: &str) -> Result<Self, TextsError> {
        let languages = match folder {
            Some(folder) => folder::load(folder)?.into(),
            None => OF_THE_PROGRAM.clone(),
        };
        let found = languages.iter().find(|language| language.tag().eq_ignore_ascii_case(default)).cloned();
        let default = found.ok_or_else(|| TextsError::Default(default.to_owned()))?;
        Ok(Self { languages, default })
    }

    /// Returns the tags of all languages (BCP 47).
    pub(crate) fn tags(&self) -> impl Iterator<Item = &str> {
        self.languages.iter().map(|language| language.tag())
    }

    fn english(&self) -> Arc<Language> {
        self.languages.first().unwrap_or(&self.default).clone()
    }

    /// Returns the first language of `tags` that there is.
    pub(crate) fn choose(&self, tags: &Tags<'_>) -> Option<&Arc<Language>> {
        tags.as_slice().iter().find_map(|tag| self.look_up(tag))
    }

    /// Looks a tag up, then without its last part, and so on (RFC 4647 §3.4). Last, a language is chosen that is more
    /// precise than the tag, such as `zh-Hant` for `zh`. `*` is any language.
    fn look_up(&self, tag: &str) -> Option<&Arc<Language>> {
        if tag == "*" {
            return Some(&self.default);
        }
        let mut range = tag;
        loop {
            let exact = self.languages.iter().find(|language| language.tag().eq_ignore_ascii_case(range));
            match (exact, range.rsplit_once('-')) {
                (Some(language), _) => return Some(language),
                (None, Some((shorter, _))) => range = shorter,
                (None, None) => break,
            }
        }
        let is_of_range = |language: &&Arc<Language>| {
            language.tag().split('-').next().is_some_and(|primary| primary.eq_ignore_ascii_case(range))
        };
        self.languages.iter().find(is_of_range)
    }
}

impl Default for Texts {
    /// The languages of the program, with English as the default.
    #[expect(clippy::expect_used, reason = "a test loads every text of the program")]
    fn default() -> Self {
        Self::load(None, "en").expect("the program has English texts")
    }
}
