//! Modules of a crate do not import each other in a cycle. A file can then be read without the files that import it.
//!
//! Counts `use`, paths from `crate`, `self` and `super`, and paths that begin with a submodule or an imported name.
//! Does not count tests, and what a module re-exports from its submodules without a use of its own. A re-exported name
//! counts as the file that it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::source_files::SourceFile;

/// The module `a::b` is `["a", "b"]`; the crate's root is empty.
type Module = Vec<String>;
type Modules = BTreeMap<Module, Imports>;
/// The modules that each module imports.
type Graph<'a> = BTreeMap<&'a Module, BTreeSet<&'a Module>>;

/// The paths in a file, as they are written there.
#[derive(Debug, Default)]
struct Imports {
    uses: BTreeSet<Vec<String>>,
    /// Of expressions and types.
    paths: BTreeSet<Vec<String>>,
    reexports: BTreeSet<Vec<String>>,
}

/// A problem for each cycle. Fails if a file is not Rust.
pub(super) fn import_cycles(root: &Path, files: &[SourceFile]) -> Result<Vec<String>> {
    let mut crates: BTreeMap<&str, Modules> = BTreeMap::new();
    for (name, text) in files {
        let Some((folder, module)) = module_of(name) else { continue };
        if root.join(folder).join("Cargo.toml").is_file() {
            let tokens = text.parse().map_err(|error| anyhow!("cannot read {name}: {error}"))?;
            crates.entry(folder).or_default().insert(module, Imports::of(tokens));
        }
    }
    let mut problems = Vec::new();
    for (folder, modules) in &crates {
        let graph = graph(modules);
        for cycle in cycles(&graph) {
            problems.push(format!("modules of {folder} import each other in a cycle:"));
            problems.extend(cycle.iter().map(|module| {
                let imported = graph.get(module).into_iter().flatten().filter(|imported| cycle.contains(*imported));
                let imported: Vec<_> = imported.map(|imported| name_of(imported)).collect();
                format!("  {} imports {}", name_of(module), imported.join(", "))
            }));
        }
    }
    Ok(problems)
}

/// The folder of the crate that a file belongs to, and its module there. `None` if it is not below a `src`.
fn module_of(name: &str) -> Option<(&str, Module)> {
    let (folder, file) = name.strip_prefix("src/").map(|file| (".", file)).or_else(|| name.split_once("/src/"))?;
    let module = file.strip_suffix(".rs")?;
    let is_root = matches!(module, "lib" | "main");
    Some((folder, if is_root { Vec::new() } else { module.split('/').map(str::to_owned).collect() }))
}

fn name_of(module: &Module) -> String {
    if module.is_empty() { "the crate's root".to_owned() } else { module.join("::") }
}

impl Imports {
    fn of(tokens: TokenStream) -> Self {
        let mut imports = Self::default();
        imports.read(tokens);
        imports
    }

    /// All paths, with the whole path of a name that a `use` imports.
    fn whole_paths(&self) -> BTreeSet<Vec<String>> {
        let whole = self.paths.iter().map(|path| {
            let (first, rest) = path.split_first()?;
            let used = self.uses.iter().chain(&self.reexports).find(|used| used.last() == Some(first))?;
            Some([used, rest].concat())
        });
        let whole = whole.zip(&self.paths).map(|(whole, path)| whole.unwrap_or_else(|| path.clone()));
        whole.chain(self.uses.iter().cloned()).collect()
    }

    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some((before, ahead @ [first, after @ ..])) = tokens.split_at_checked(at) {
            if is_test_attribute(ahead) {
                at += 1 + after.iter().position(ends_item).unwrap_or(after.len()) + 1;
            } else if is_word(first, "use") {
                let used = after.split(|token| is_punct(token, ';')).next().unwrap_or_default();
                read_use(used, &[], if ends_in_pub(before) { &mut self.reexports } else { &mut self.uses });
                at += 1 + used.len();
            } else if is_word(first, "pub") && matches!(after, [TokenTree::Group(_), ..]) {
                at += 2;
            } else if let TokenTree::Group(group) = first {
                self.read(group.stream());
                at += 1;
            } else {
                let path = path(ahead);
                // Two colons between two names.
                at += path.len().saturating_sub(1) * 3 + 1;
                if path.len() > 1 {
                    self.paths.insert(path);
                }
            }
        }
    }
}

fn is_test_attribute(tokens: &[TokenTree]) -> bool {
    let [hash, TokenTree::Group(attribute), ..] = tokens else { return false };
    is_punct(hash, '#') && attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// Whether this is the body of an item, or its `;`.
fn ends_item(token: &TokenTree) -> bool {
    is_punct(token, ';') || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Whether the last tokens are `pub`, or like `pub(crate)`.
fn ends_in_pub(tokens: &[TokenTree]) -> bool {
    match tokens {
        [.., word, TokenTree::Group(group)] => is_word(word, "pub") && group.delimiter() == Delimiter::Parenthesis,
        [.., last] => is_word(last, "pub"),
        [] => false,
    }
}

/// Adds the paths of a `use`: each name, with the path before the braces that it is in.
fn read_use(tokens: &[TokenTree], before: &[String], paths: &mut BTreeSet<Vec<String>>) {
    for branch in tokens.split(|token| is_punct(token, ',')) {
        let mut path = before.to_vec();
        for token in branch {
            match token {
                TokenTree::Ident(word) if word == "as" => break,
                TokenTree::Ident(word) => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    read_use(&group.stream().into_iter().collect::<Vec<_>>(), &path, paths);
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
            paths.insert(path);
        }
    }
}

/// The names of the path that these begin with; none if they begin with something else.
fn path(tokens: &[TokenTree]) -> Vec<String> {
    let mut path = Vec::new();
    let mut ahead = tokens;
    while let [TokenTree::Ident(word), after @ ..] = ahead {
        path.push(word.to_string());
        let [one, two, next @ ..] = after else { break };
        if !(is_punct(one, ':') && is_punct(two, ':')) {
            break;
        }
        ahead = next;
    }
    path
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

fn graph(modules: &Modules) -> Graph<'_> {
    let mut graph = Graph::new();
    for (from, imports) in modules {
        let targets =
            |paths: &BTreeSet<Vec<String>>| paths.iter().filter_map(|path| target(modules, from, path)).collect();
        let reexported: BTreeSet<_> = targets(&imports.reexports);
        let imported: BTreeSet<_> = targets(&imports.whole_paths());
        graph.insert(from, reexported.into_iter().filter(|to| !to.starts_with(from)).chain(imported).collect());
    }
    graph
}

/// The other module of this crate that `path`, written in `from`, leads to.
fn target<'a>(modules: &'a Modules, from: &Module, path: &[String]) -> Option<&'a Module> {
    let (reached, rest) = resolve(modules, from, path)?;
    let reexport = |item| modules.get(&reached)?.reexports.iter().find(|path| path.last() == Some(item));
    let reached = match rest.first().and_then(reexport) {
        Some(reexport) if reached != *from => resolve(modules, &reached, reexport)?.0,
        _ => reached,
    };
    modules.get_key_value(&reached).map(|(module, _)| module).filter(|module| *module != from)
}

/// The module that `path`, written in `from`, leads to, and the names that are left of the path.
fn resolve<'a>(modules: &Modules, from: &Module, path: &'a [String]) -> Option<(Module, &'a [String])> {
    let supers = path.iter().take_while(|word| *word == "super").count();
    let (mut module, mut rest) = match path.first()?.as_str() {
        "crate" => (Vec::new(), path.get(1..)?),
        "self" => (from.clone(), path.get(1..)?),
        _ => (from.get(..from.len().checked_sub(supers)?)?.to_vec(), path.get(supers..)?),
    };
    while let [word, after @ ..] = rest {
        module.push(word.clone());
        if !modules.contains_key(&module) {
            module.pop();
            break;
        }
        rest = after;
    }
    Some((module, rest))
}

/// The groups of modules that import each other, directly or through others.
fn cycles<'a>(graph: &Graph<'a>) -> BTreeSet<BTreeSet<&'a Module>> {
    let reach: Graph<'_> = graph.keys().map(|module| (*module, reachable(graph, module))).collect();
    let reaches = |from: &Module, to: &Module| reach.get(from).is_some_and(|reached| reached.contains(to));
    let cycle = |module: &&'a Module| -> BTreeSet<_> {
        graph.keys().copied().filter(|other| reaches(module, other) && reaches(other, module)).collect()
    };
    graph.keys().map(cycle).filter(|cycle| !cycle.is_empty()).collect()
}

fn reachable<'a>(graph: &Graph<'a>, from: &'a Module) -> BTreeSet<&'a Module> {
    let (mut reached, mut ahead) = (BTreeSet::new(), vec![from]);
    while let Some(module) = ahead.pop() {
        ahead.extend(graph.get(module).into_iter().flatten().filter(|next| reached.insert(**next)));
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles_of(files: &[(&str, &str)]) -> Vec<String> {
        let modules: Modules = files
            .iter()
            .map(|(module, text)| {
                let module = module.split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect();
                (module, Imports::of(text.parse().unwrap()))
            })
            .collect();
        let cycles = cycles(&graph(&modules));
        cycles.iter().map(|cycle| cycle.iter().map(|module| name_of(module)).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn modules_that_import_each_other_are_found() {
        assert_eq!(cycles_of(&[("", "mod a; mod b;"), ("a", "use crate::b::B;"), ("b", "use super::a;")]), ["a b"]);
        let by_a_path = [("a", "mod b; fn f() { b::g() }"), ("a::b", "fn g() { println!(\"{}\", super::f()) }")];
        assert_eq!(cycles_of(&by_a_path), ["a a::b"]);
        let of_three =
            [("a", "use crate::{b::{self, B}, x};"), ("b", "use crate::c::C as D;"), ("c", "use crate::a::*;")];
        assert_eq!(cycles_of(&of_three), ["a b c"]);
        let by_an_imported_name =
            [("a", "use crate::b; fn f() { b::c::g() }"), ("b", "pub mod c;"), ("b::c", "use crate::a::f;")];
        assert_eq!(cycles_of(&by_an_imported_name), ["a b::c"]);
    }

    #[test]
    fn a_reexport_counts_as_its_own_file() {
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
