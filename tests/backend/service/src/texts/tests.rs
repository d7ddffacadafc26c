//! Every language has every text, and every page finds its texts.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fluent_bundle::{FluentArgs, FluentValue};

use super::built_in::ENGLISH;
use super::folder::variables;
use super::*;

/// Calls `read` with the path and the content of every file below `folder`.
fn each_file(folder: &Path, read: &mut impl FnMut(&Path, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            each_file(&path, read);
        } else {
            read(&path, &fs::read_to_string(&path).unwrap());
        }
    }
}

/// Returns the texts in double quotes after each `start`.
fn quoted_after<'a>(source: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    source.split(start).skip(1).filter_map(|rest| rest.split('"').next())
}

#[test]
fn every_language_has_the_same_texts() {
    let english = variables(ENGLISH.1).unwrap();
    for (tag, text) in BUILT_IN {
        let own = variables(text).unwrap_or_else(|error| panic!("{tag}: {error:?}"));
        for (key, variables) in &english {
            assert_eq!(own.get(key), Some(variables), "{key} in {tag}");
        }
        assert_eq!(own.len(), english.len(), "{tag} has a text that English does not have");
        let written = text.lines().filter(|line| line.contains(" = ") && line.starts_with(|c: char| c.is_lowercase()));
        assert_eq!(written.count(), english.len(), "{tag} has a text twice");
    }
}

/// A key is in quotes: before `|text` in a template, in `Message::new`, or in a function of `problem.rs`.
#[test]
fn every_text_is_used_and_there() {
    let known = variables(ENGLISH.1).unwrap();
    let mut used = BTreeSet::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    each_file(&root.join("templates"), &mut |path, source| {
        for (end, _) in source.match_indices("\"|text") {
            let key = source[..end].rsplit('"').next().unwrap();
            assert!(known.contains_key(key), "{key} in {}", path.display());
        }
        used.extend(source.split('"').map(str::to_owned));
    });
    each_file(&root.join("src"), &mut |path, source| {
        if path.starts_with(root.join("src/texts")) {
            return;
        }
        for key in quoted_after(source, "Message::new(\"").chain(quoted_after(source, "with_onward(\"")) {
            assert!(known.contains_key(key), "{key} in {}", path.display());
        }
        used.extend(source.split('"').map(str::to_owned));
    });
    for key in known.keys() {
        assert!(used.contains(key), "no page has the text {key}");
    }
}

#[test]
fn no_text_has_markup_or_missing_values() {
    let english = variables(ENGLISH.1).unwrap();
    for language in Texts::default().languages.iter() {
        for (key, variables) in &english {
            let mut values = FluentArgs::new();
            for variable in variables {
                values.set(variable, 7);
            }
            let formatted = language.format(key, &values);
            assert!(!formatted.contains(['{', '<', '&']), "{key} in {}: {formatted}", language.tag());
        }
    }
}

#[test]
fn arabic_has_plurals_and_isolates_values() {
    let texts = Texts::default();
    let arabic = texts.choose(&Tags::from_ui_locales("ar")).unwrap();
    let format = |name: &'static str, value: FluentValue<'static>, key| {
        let mut values = FluentArgs::new();
        values.set(name, value);
        arabic.format(key, &values)
    };
    for (count, expected) in
        [(1, "قبل يوم"), (2, "قبل يومين"), (3, "قبل \u{2068}3\u{2069} أيام"), (11, "قبل \u{2068}11\u{2069} يومًا")]
    {
        assert_eq!(format("count", count.into(), "days-ago"), expected);
    }
    assert!(format("app", "Radio!".into(), "back-to-app").contains("\u{2068}Radio!\u{2069}"));
}

#[test]
fn language_is_found_by_prefix() {
    let texts = Texts::default();
    for (tags, expected) in [("pt-BR", Some("pt")), ("EN-us", Some("en")), ("xx de-CH-1996", Some("de")), ("xx", None)]
    {
        let found = texts.choose(&Tags::from_ui_locales(tags));
        assert_eq!(found.map(|language| language.tag()), expected, "{tags}");
    }
}
