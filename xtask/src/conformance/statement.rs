//! A statement of a document, and what shows that it is met.

/// A document with statements (MUST, SHOULD) about the SDK or the service.
pub(super) struct Document {
    /// Its name, such as `RFC 9700`.
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) url: &'static str,
    pub(super) met: &'static [&'static [Met]],
    pub(super) not_met: &'static [Exception],
    pub(super) not_applicable: &'static [Exception],
}

/// A statement that is met.
pub(super) struct Met {
    pub(super) section: &'static str,
    pub(super) statement: &'static str,
    /// The file that meets it.
    pub(super) file: &'static str,
    /// The tests that show it: a file and a test's name.
    pub(super) tests: &'static [Test],
    /// A change of the code that makes one of these tests fail.
    pub(super) mutation: &'static str,
}

/// A statement that is not met, or does not apply.
pub(super) struct Exception {
    pub(super) section: &'static str,
    pub(super) statement: &'static str,
    pub(super) reason: &'static str,
    /// The tests that show what happens instead.
    pub(super) tests: &'static [Test],
}

/// A file, and the name of a test in it.
pub(super) type Test = (&'static str, &'static str);
