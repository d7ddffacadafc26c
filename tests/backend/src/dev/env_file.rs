//! The variables in a file such as `.env.local`, which Vite, Next.js and Expo read.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::cli::outcome::Outcome;

/// The variables follow this line. The next start replaces them.
const TITLE: &str = "# Written by `stagepass-backend dev` at every start. A variable that you set elsewhere stays.";

type Variable = (String, String);

/// Writes the variables to `file`, except those that it sets elsewhere, and returns the names of these.
pub(super) fn write<'a>(file: &Path, variables: &'a [Variable]) -> Outcome<Vec<&'a str>> {
    let shown = file.display();
    let before = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => {
            return Err(format!("cannot read {shown}: {error}: name another file with --env-file").into());
        }
    };
    let (after, others) = merge(&before, variables);
    if after != before {
        fs::write(file, after).map_err(|error| {
            format!("cannot write {shown}: {error}: name another file with --env-file, or use --no-env-file")
        })?;
    }
    Ok(others)
}

/// Returns the file with the variables, and the names of those that it sets elsewhere.
fn merge<'a>(before: &str, variables: &'a [Variable]) -> (String, Vec<&'a str>) {
    let name_of = |line: &str| {
        let line = line.trim_start();
        let (name, _) = line.strip_prefix("export ").unwrap_or(line).split_once('=')?;
        variables.iter().map(|(name, _)| name.as_str()).find(|known| *known == name.trim())
    };
    let (mut start, mut rest, mut is_block, mut others) = (None, String::new(), false, Vec::new());
    for line in before.split_inclusive('\n') {
        if line.trim_end() == TITLE {
            start.get_or_insert(rest.len());
            is_block = true;
            continue;
        }
        let name = name_of(line);
        if is_block && name.is_some() {
            continue;
        }
        is_block = false;
        others.extend(name);
        rest.push_str(line);
    }
    let own = variables.iter().filter(|(name, _)| !others.contains(&name.as_str()));
    let lines = own.map(|(name, value)| format!("{name}={value}\n")).collect::<Vec<_>>().concat();
    if start.is_none() && !rest.is_empty() {
        rest.push_str(if rest.ends_with('\n') { "\n" } else { "\n\n" });
    }
    rest.insert_str(start.unwrap_or(rest.len()), &format!("{TITLE}\n{lines}"));
    (rest, others)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(key: &str) -> Vec<Variable> {
        [("VITE_URL", "http://a"), ("VITE_KEY", key)].map(|(name, value)| (name.to_owned(), value.to_owned())).into()
    }

    #[test]
    fn other_lines_are_not_changed() {
        for (before, between) in [
            ("", ""),
            ("# mine\nOTHER=1\n", "\n"),
            ("OTHER=1", "\n\n"),
            ("A=1\r\n# b\r\n", "\n"),
            ("VITE_URLS=1\n", "\n"),
        ] {
            let one = variables("1");
            let (first, others) = merge(before, &one);
            assert_eq!(first, format!("{before}{between}{TITLE}\nVITE_URL=http://a\nVITE_KEY=1\n"));
            assert!(others.is_empty());
            assert_eq!(merge(&first, &variables("1")).0, first, "a second start changes nothing");
            assert_eq!(merge(&first, &variables("2")).0, first.replace("KEY=1", "KEY=2"));
            let longer = format!("{first}LAST=1\n");
            assert_eq!(merge(&longer, &variables("2")).0, longer.replace("KEY=1", "KEY=2"));
        }
    }

    #[test]
    fn variable_of_the_user_stays() {
        let one = variables("1");
        let (text, others) = merge("export VITE_KEY=mine\n", &one);
        assert_eq!(text, format!("export VITE_KEY=mine\n\n{TITLE}\nVITE_URL=http://a\n"));
        assert_eq!(others, ["VITE_KEY"]);
    }

    #[test]
    fn missing_file_is_created_and_folder_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(".env.local");
        assert_eq!(write(&file, &variables("1")).unwrap(), [""; 0]);
        assert!(fs::read_to_string(&file).unwrap().ends_with("VITE_KEY=1\n"));
        let error = write(folder.path(), &variables("1")).unwrap_err().to_string();
        assert!(error.contains("--env-file"), "{error}");
    }
}
