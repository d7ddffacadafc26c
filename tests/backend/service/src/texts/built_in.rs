//! The languages that the program has.

/// The tag and the Fluent file of each. English is first: each language has its texts where it has none of its own.
pub(super) const BUILT_IN: [(&str, &str); 7] = [
    ENGLISH,
    ("ar", include_str!("../../texts/ar.ftl")),
    ("de", include_str!("../../texts/de.ftl")),
    ("es", include_str!("../../texts/es.ftl")),
    ("fr", include_str!("../../texts/fr.ftl")),
    ("ja", include_str!("../../texts/ja.ftl")),
    ("pt", include_str!("../../texts/pt.ftl")),
];

/// The language that has every text.
pub(super) const ENGLISH: (&str, &str) = ("en", include_str!("../../texts/en.ftl"));
