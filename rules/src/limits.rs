//! How much a rule may hold. What is within these is decided in about a millisecond at most, and no rule takes a stack with it.

/// The longest text that is read as a rule, in bytes.
pub const MAX_TEXT: usize = 16 * 1024;
/// How deep rules stand in each other; a condition alone is 1.
pub const MAX_DEPTH: usize = 8;
/// How many conditions a rule has in all.
pub const MAX_CONDITIONS: usize = 64;
/// How many countries one condition lists.
pub const MAX_COUNTRIES: usize = 250;
/// How many origins one condition lists.
pub const MAX_ORIGINS: usize = 50;
/// How many weekly windows one schedule has.
pub const MAX_WINDOWS: usize = 14;
/// How many weekly windows a rule has in all. To tell when one opens, it is looked at in each time zone of a country, for more than a year ahead.
pub const MAX_WINDOWS_IN_ALL: usize = 28;
