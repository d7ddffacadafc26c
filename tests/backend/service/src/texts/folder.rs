//! The texts of an operator: files `LANGUAGE.ftl` that replace texts of the program, or add a language.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use fluent_syntax::ast::{Entry, Resource};
use fluent_syntax::{parser, serializer};
use unic_langid::LanguageIdentifier;

use super::built_in::{BUILT_IN, ENGLISH};
use super::language::Language;

/// The variables of each text.
type Variables = BTreeMap<String, BTreeSet<String>>;

/// Why texts cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TextsError {
    /// The folder, or a file in it.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, FileError),
    /// No texts in the default language.
    #[error("there are no texts in the default language {0}")]
    Default(String),
}

/// What is wrong with a file of texts.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// Its name is no language.
    #[error("name the file by its language, for example it.ftl or pt-BR.ftl")]
    Name,
    /// The line, from 1, is not Fluent.
    #[error("line {0}: {1}")]
    Syntax(usize, String),
    /// No page has a text with this key.
    #[error("no page has the text {0}")]
    UnknownKey(String),
    /// The text with this key does not have this variable.
    #[error("the text {0} has no variable ${1}")]
    UnknownVariable(String, String),
}

/// Returns the languages of the program and of the files in `folder`.
pub(super) fn load(folder: &Path) -> Result<Vec<Arc<Language>>, TextsError> {
    let mut own = read(folder)?;
    let mut languages = Vec::new();
    for (tag, text) in BUILT_IN {
        let texts: Vec<_> = [text.to_owned()].into_iter().chain(own.remove(tag)).collect();
        languages.extend(Language::new(tag, &texts));
    }
    languages.extend(own.into_iter().filter_map(|(tag, text)| Language::new(&tag, &[text])));
    Ok(languages.into_iter().map(Arc::new).collect())
}

/// Returns the content of each file, by its language.
fn read(folder: &Path) -> Result<BTreeMap<String, String>, TextsError> {
    let known = variables(ENGLISH.1).unwrap_or_default();
    let failed = |error: io::Error| TextsError::File(folder.to_owned(), error.into());
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "ftl") {
            let (language, text) = read_file(&path, &known).map_err(|error| TextsError::File(path, error))?;
            files.insert(language, text);
        }
    }
    Ok(files)
}

/// Returns the language and the content of a file that only has texts and variables of the program.
fn read_file(path: &Path, known: &Variables) -> Result<(String, String), FileError> {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let language: LanguageIdentifier = name.parse().map_err(|_| FileError::Name)?;
    let text = fs::read_to_string(path)?;
    for (key, own) in variables(&text)? {
        let Some(known) = known.get(&key) else { return Err(FileError::UnknownKey(key)) };
        if let Some(variable) = own.difference(known).next().cloned() {
            return Err(FileError::UnknownVariable(key, variable));
        }
    }
    Ok((language.to_string(), text))
}

/// Returns the keys of a Fluent file with the variables of each text.
///
/// # Errors
/// [`FileError::Syntax`].
pub(super) fn variables(text: &str) -> Result<Variables, FileError> {
    let resource = parser::parse(text).map_err(|(_, errors)| {
        let (start, problem) = errors.first().map_or_else(Default::default, |e| (e.pos.start, e.kind.to_string()));
        let before = text.get(..start).unwrap_or_default();
        FileError::Syntax(before.matches('\n').count() + 1, problem)
    })?;
    let messages = resource.body.into_iter().filter_map(|entry| match entry {
        Entry::Message(message) => Some(message),
        _ => None,
    });
    let with_variables = messages.map(|message| {
        let key = message.id.name.to_owned();
        let written = serializer::serialize(&Resource { body: vec![Entry::Message(message)] });
        let is_in_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let named = written.split('$').skip(1).map(|rest| rest.split(|c| !is_in_name(c)).next().unwrap_or_default());
        (key, named.filter(|name| !name.is_empty()).map(str::to_owned).collect())
    });
    Ok(with_variables.collect())
}
