//! Secrets that are kept in files, as service managers and containers hand them over.

use std::path::Path;

use zeroize::Zeroizing;

use stagepass_kit::private;

/// What is in the file, without the white space around it.
///
/// # Errors
/// A sentence that names the file, and nothing of what is in it.
pub(super) fn read(path: &Path) -> Result<Zeroizing<String>, String> {
    let text = private::read_secret(path).map_err(|error| error.to_string())?;
    Ok(Zeroizing::new(text.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn white_space_around_a_secret_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        private::options().create_new(true).open(&file).unwrap().write_all(b" hunter2\r\n").unwrap();
        assert_eq!(*read(&file).unwrap(), "hunter2");
    }
}
