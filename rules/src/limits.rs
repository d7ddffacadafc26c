//! Limits of a rule. A rule within them is decided in about a millisecond, and cannot overflow the stack.

/// The maximum length of a rule as JSON, in bytes.
pub const MAX_TEXT: usize = 16 * 1024;
/// The maximum depth of nested rules. A single condition has depth 1.
pub const MAX_DEPTH: usize = 8;
/// The maximum number of conditions in a rule.
pub const MAX_CONDITIONS: usize = 64;
/// The maximum number of countries in a condition.
pub const MAX_COUNTRIES: usize = 250;
/// The maximum number of origins in a condition.
pub const MAX_ORIGINS: usize = 50;
/// The maximum number of weekly windows in a schedule.
pub const MAX_WINDOWS: usize = 14;
/// The maximum number of weekly windows in a rule. The next opening of each is searched in every time zone of a
/// country, for more than a year ahead.
pub const MAX_WINDOWS_IN_ALL: usize = 28;
