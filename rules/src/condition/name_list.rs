//! A list of names as text.

/// The maximum number of names in the text. A longer list ends in a count of the others.
const MAX_NAMES: usize = 6;

/// Returns `A`, `A or B` or `A, B or C`. Returns the first five of more than six names, and a count of the others.
pub(crate) fn one_of<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let count = names.len();
    let mut listed: Vec<_> =
        names.take(if count > MAX_NAMES { MAX_NAMES - 1 } else { count }).map(str::to_owned).collect();
    if listed.len() < count {
        listed.push(format!("one of {} others", count - listed.len()));
    }
    match listed.as_slice() {
        [names @ .., last] if !names.is_empty() => format!("{} or {last}", names.join(", ")),
        _ => listed.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_over_six_names_shows_first_five() {
        let letters = ["A", "B", "C", "D", "E", "F", "G"];
        let listed = |count: usize| one_of(letters.into_iter().take(count).collect::<Vec<_>>().into_iter());
        assert_eq!([0, 1, 2].map(listed), ["", "A", "A or B"]);
        assert_eq!(listed(6), "A, B, C, D, E or F");
        assert_eq!(listed(7), "A, B, C, D, E or one of 2 others");
    }
}
