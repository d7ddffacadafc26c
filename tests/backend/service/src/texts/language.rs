//! A language with all texts.

use std::borrow::Cow;
use std::fmt;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::{CharacterDirection, LanguageIdentifier};

use super::built_in::ENGLISH;

/// A language of the pages.
pub(crate) struct Language {
    tag: String,
    /// Whether it is written from right to left.
    is_rtl: bool,
    bundle: FluentBundle<FluentResource>,
}

impl Language {
    /// Returns the language with this tag, and with the English texts that `texts` does not have. `texts` are Fluent
    /// files, of which a later one replaces messages of those before. `None` if the tag is malformed.
    pub(super) fn new(tag: &str, texts: &[String]) -> Option<Self> {
        let identifier: LanguageIdentifier = tag.parse().ok()?;
        let is_rtl = identifier.character_direction() == CharacterDirection::RTL;
        let tag = identifier.to_string();
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Values in the other direction would otherwise move the signs around them. Text from left to right stays as it
        // is written: its values are elements, which the stylesheet isolates.
        bundle.set_use_isolating(is_rtl);
        bundle.set_transform(Some(escape));
        for text in [ENGLISH.1.to_owned()].into_iter().chain(texts.iter().cloned()) {
            // What can be parsed of a file counts. A test parses those of the program, and `folder` those of operators.
            let resource = FluentResource::try_new(text).unwrap_or_else(|(resource, _)| resource);
            bundle.add_resource_overriding(resource);
        }
        Some(Self { tag, is_rtl, bundle })
    }

    /// The tag (BCP 47).
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// The value of the attribute `dir`.
    pub(crate) fn direction(&self) -> &'static str {
        if self.is_rtl { "rtl" } else { "ltr" }
    }

    /// Returns a text as HTML. `values` are HTML. Returns the key if there is no such text.
    pub(super) fn format(&self, key: &str, values: &FluentArgs<'_>) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            tracing::error!(key, language = self.tag, "a text is missing");
            return key.to_owned();
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(values), &mut errors).into_owned();
        if !errors.is_empty() {
            tracing::error!(key, language = self.tag, ?errors, "a text could not be formatted");
        }
        text
    }
}

impl fmt::Debug for Language {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Language").field("tag", &self.tag).finish_non_exhaustive()
    }
}

/// Escapes text for an element, or for an attribute in double quotes.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) {
        return Cow::Borrowed(text);
    }
    let escaped = text.replace('&', "&#38;").replace('<', "&#60;").replace('>', "&#62;").replace('"', "&#34;");
    Cow::Owned(escaped)
}
