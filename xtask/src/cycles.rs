//! The modules of a crate name each other without a cycle: whoever reads one file need not have read the file that names it.
//!
//! Counted are `use`, paths from `crate`, `self` and `super`, and paths that begin with a module below. Tests, and what a file exports again, are not. A name
//! that a file exports again counts as the file that it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, anyhow, bail};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use stagepass_programs::{checkout, process};

/// The module `a::b` is `["a", "b"]`; the crate's root is empty.
type Module = Vec<String>;
type Modules = BTreeMap<Module, Mentions>;

/// What a file names, as it is written there.
#[derive(Debug, Default)]
struct Mentions {
    paths: BTreeSet<Vec<String>>,
    exported_again: BTreeSet<Vec<String>>,
}

/// # Errors
/// If files of a crate of this checkout name each other in a cycle; all cycles are named.
pub(crate) fn cycles() -> Result<()> {
    let root = checkout::root();
    let mut git = Command::new("git");
    git.current_dir(&root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.rs"]);
    let mut crates: BTreeMap<String, Modules> = BTreeMap::new();
    for name in process::output(&mut git)?.split_terminator('\0') {
        let Some((folder, module)) = module_of(&root, name) else { continue };
        let text = fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"))?;
        let tokens: TokenStream = text.parse().map_err(|error| anyhow!("cannot read {name}: {error}"))?;
        let mut mentions = Mentions::default();
        mentions.read(tokens);
        crates.entry(folder).or_default().insert(module, mentions);
    }
    let mut found = Vec::new();
    for (folder, modules) in &crates {
        let arrows = arrows(modules);
        for cycle in cycles_in(&arrows) {
            let of_it = |module: &&Module| {
                let named = arrows.get(module).into_iter().flatten().filter(|named| cycle.contains(*named));
                let named: Vec<_> = named.map(|named| name_of(named)).collect();
                format!("  {} names {}", name_of(module), named.join(", "))
            };
            found.push(format!("in {folder}:"));
            found.extend(cycle.iter().map(of_it));
        }
    }
    if !found.is_empty() {
        bail!("these files name each other in a cycle; let one of them stand below the others:\n{}", found.join("\n"));
    }
    Ok(())
}

/// Which crate a file is of, and which of its modules, if it is below a `src`.
fn module_of(root: &Path, name: &str) -> Option<(String, Module)> {
    let (folder, file) =
        if let Some(file) = name.strip_prefix("src/") { (".", file) } else { name.split_once("/src/")? };
    // Listed, but deleted and not yet committed; or no crate.
    if !root.join(name).is_file() || !root.join(folder).join("Cargo.toml").is_file() {
        return None;
    }
    let module = file.strip_suffix(".rs")?;
    let is_root = matches!(module, "lib" | "main");
    Some((folder.to_owned(), if is_root { Vec::new() } else { module.split('/').map(str::to_owned).collect() }))
}

fn name_of(module: &Module) -> String {
    if module.is_empty() { "the crate's root".to_owned() } else { module.join("::") }
}

impl Mentions {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some((before, ahead @ [first, after @ ..])) = tokens.split_at_checked(at) {
            if is_for_tests(ahead) {
                at += 1 + after.iter().position(ends_item).unwrap_or(after.len()) + 1;
            } else if is_word(first, "use") {
                let used = after.split(|token| is_punct(token, ';')).next().unwrap_or_default();
                leaves(used, &[], if ends_in_pub(before) { &mut self.exported_again } else { &mut self.paths });
                at += 1 + used.len();
            } else if is_word(first, "pub") && matches!(after, [TokenTree::Group(_), ..]) {
                at += 2;
            } else if let TokenTree::Group(group) = first {
                self.read(group.stream());
                at += 1;
            } else if let Some((path, length)) = path(ahead) {
                if path.len() > 1 {
                    self.paths.insert(path);
                }
                at += length;
            } else {
                at += 1;
            }
        }
    }
}

/// Whether `#[cfg(test)]` stands here: what it is about is skipped to its end.
fn is_for_tests(tokens: &[TokenTree]) -> bool {
    let [hash, TokenTree::Group(attribute), ..] = tokens else { return false };
    is_punct(hash, '#') && attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// Whether an item ends with this: its body, or `;`.
fn ends_item(token: &TokenTree) -> bool {
    is_punct(token, ';') || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Whether it ends in `pub`, or as `pub(crate)` does.
fn ends_in_pub(before: &[TokenTree]) -> bool {
    match before {
        [.., of, TokenTree::Group(group)] => is_word(of, "pub") && group.delimiter() == Delimiter::Parenthesis,
        [.., last] => is_word(last, "pub"),
        [] => false,
    }
}

/// The paths of a `use`: each name, with what stands before the braces that it is in.
fn leaves(tokens: &[TokenTree], before: &[String], into: &mut BTreeSet<Vec<String>>) {
    for branch in tokens.split(|token| is_punct(token, ',')) {
        let mut path = before.to_vec();
        for token in branch {
            match token {
                TokenTree::Ident(word) if word == "as" => break,
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    leaves(&group.stream().into_iter().collect::<Vec<_>>(), &path, into);
                    path.clear();
                }
                _ => {}
            }
        }
        if path.len() > before.len() {
            // `a::{self}` is `a`.
            if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                path.pop();
            }
            into.insert(path);
        }
    }
}

/// The path that these begin with, and how many of them it is.
fn path(tokens: &[TokenTree]) -> Option<(Vec<String>, usize)> {
    let [TokenTree::Ident(first), after @ ..] = tokens else { return None };
    let (mut path, mut ahead) = (vec![first.to_string()], after);
    while let [one, two, TokenTree::Ident(word), after @ ..] = ahead
        && is_punct(one, ':')
        && is_punct(two, ':')
    {
        path.push(word.to_string());
        ahead = after;
    }
    Some((path, tokens.len() - ahead.len()))
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Which modules each module names.
fn arrows(modules: &Modules) -> BTreeMap<&Module, BTreeSet<&Module>> {
    let arrow = |from: &Module, path: &Vec<String>| target(modules, from, path).filter(|to| *to != from);
    modules
        .iter()
        .map(|(from, mentions)| {
            let below = |to: &Module| to.len() > from.len() && to.starts_with(from);
            let exported = mentions.exported_again.iter().filter_map(|path| arrow(from, path)).filter(|to| !below(to));
            (from, mentions.paths.iter().filter_map(|path| arrow(from, path)).chain(exported).collect())
        })
        .collect()
}

/// The module of this crate that `path` leads to, as it is written in `from`.
fn target<'a>(modules: &'a Modules, from: &Module, path: &[String]) -> Option<&'a Module> {
    let (first, after) = path.split_first()?;
    let (base, rest) = match first.as_str() {
        "crate" => (Vec::new(), after),
        "self" => (from.clone(), after),
        "super" => {
            let ups = path.iter().take_while(|word| *word == "super").count();
            (from.get(..from.len().checked_sub(ups)?)?.to_vec(), path.get(ups..)?)
        }
        _ => (from.clone(), path),
    };
    let names_a_module = base != *from || matches!(first.as_str(), "crate" | "self");
    let (reached, rest) = walk(modules, base, rest);
    if reached == *from && !names_a_module {
        return None;
    }
    let reached = match rest.first() {
        Some(item) if reached != *from => origin(modules, &reached, item).unwrap_or(reached),
        _ => reached,
    };
    modules.get_key_value(&reached).map(|(module, _)| module)
}

/// As far down as `path` names modules, and what is left of it.
fn walk<'a>(modules: &Modules, mut base: Module, path: &'a [String]) -> (Module, &'a [String]) {
    let mut left = path;
    while let [word, after @ ..] = left {
        base.push(word.clone());
        if !modules.contains_key(&base) {
            base.pop();
            break;
        }
        left = after;
    }
    (base, left)
}

/// Where `item` comes from, if `module` only exports it again.
fn origin(modules: &Modules, module: &Module, item: &String) -> Option<Module> {
    let exported = modules.get(module)?.exported_again.iter().find(|path| path.last() == Some(item))?;
    let (first, after) = exported.split_first()?;
    let base = match first.as_str() {
        "crate" => walk(modules, Vec::new(), after),
        "self" => walk(modules, module.clone(), after),
        _ => walk(modules, module.clone(), exported),
    };
    Some(base.0)
}

/// The groups of modules in which each leads to each.
fn cycles_in<'a>(arrows: &BTreeMap<&'a Module, BTreeSet<&'a Module>>) -> BTreeSet<BTreeSet<&'a Module>> {
    let reach: BTreeMap<_, _> = arrows.keys().map(|module| (*module, reachable(arrows, module))).collect();
    let together = |one: &'a Module| {
        let back = reach
            .get(one)
            .into_iter()
            .flatten()
            .filter(|other| reach.get(**other).is_some_and(|there| there.contains(one)));
        back.copied().collect::<BTreeSet<_>>()
    };
    arrows.keys().map(|module| together(module)).filter(|cycle| cycle.len() > 1).collect()
}

fn reachable<'a>(arrows: &BTreeMap<&'a Module, BTreeSet<&'a Module>>, from: &'a Module) -> BTreeSet<&'a Module> {
    let (mut reached, mut ahead) = (BTreeSet::new(), vec![from]);
    while let Some(module) = ahead.pop() {
        for next in arrows.get(module).into_iter().flatten() {
            if reached.insert(*next) {
                ahead.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles_of(files: &[(&str, &str)]) -> Vec<String> {
        let modules = files.iter().map(|(module, text)| {
            let mut mentions = Mentions::default();
            mentions.read(text.parse().unwrap());
            (module.split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect(), mentions)
        });
        let modules: Modules = modules.collect();
        let cycles = cycles_in(&arrows(&modules));
        cycles.iter().map(|cycle| cycle.iter().map(|module| name_of(module)).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn files_that_name_each_other_are_found() {
        assert_eq!(cycles_of(&[("", "mod a; mod b;"), ("a", "use crate::b::B;"), ("b", "use super::a;")]), ["a b"]);
        let by_a_path = [("a", "mod b; fn f() { b::g() }"), ("a::b", "fn g() { println!(\"{}\", super::f()) }")];
        assert_eq!(cycles_of(&by_a_path), ["a a::b"]);
        let of_three =
            [("a", "use crate::{b::{self, B}, x};"), ("b", "use crate::c::C as D;"), ("c", "use crate::a::*;")];
        assert_eq!(cycles_of(&of_three), ["a b c"]);
    }

    #[test]
    fn what_is_exported_again_counts_as_its_own_file() {
        let below =
            [("", "mod a;"), ("a", "mod b; mod c; pub use self::b::B;"), ("a::b", ""), ("a::c", "use super::B;")];
        assert_eq!(cycles_of(&below), [] as [&str; 0]);
        let cycle = [("a", "mod b; mod c; pub(crate) use b::B;"), ("a::b", "use super::c;"), ("a::c", "use super::B;")];
        assert_eq!(cycles_of(&cycle), ["a::b a::c"]);
    }

    #[test]
    fn tests_comments_and_other_crates_do_not_count() {
        let files = [
            ("a", "use crate::b::B; // crate::c\n"),
            (
                "b",
                "use std::a; use a::Other; const A: &str = \"crate::a\"; #[cfg(test)] mod tests { use crate::a::A; }",
            ),
        ];
        assert_eq!(cycles_of(&files), [] as [&str; 0]);
    }
}
