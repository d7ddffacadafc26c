//! The patterns of secrets: their length and their characters.

/// The kinds that [`find`] returns.
pub(super) const KINDS: [&str; 3] =
    ["what looks like a token", "what looks like an API secret", "what looks like a gate signature"];

/// 64 bytes in base64url: a code, a token, a ticket.
const TOKEN: usize = 86;
/// 32 bytes in base64url: an app's secret, a cookie, a code verifier.
const SECRET: usize = 43;
/// 65 bytes in hexadecimal. A signed URL is enough to stream the track.
const SIGNATURE: usize = 130;

/// The secrets in `line`: start, end and kind.
pub(super) fn find(line: &[u8]) -> Vec<(usize, usize, &'static str)> {
    let [token, secret, signature] = KINDS;
    let mut secrets = Vec::new();
    let mut start = 0;
    for word in line.split(|byte| !(byte.is_ascii_alphanumeric() || b"-_".contains(byte))) {
        let end = start + word.len();
        match word.len() {
            TOKEN => secrets.push((start, end, token)),
            // A name may be as long.
            SECRET if is_random(word) => secrets.push((start, end, secret)),
            length if length >= SIGNATURE && word.iter().rev().take(SIGNATURE).all(u8::is_ascii_hexdigit) => {
                secrets.push((end - SIGNATURE, end, signature));
            }
            _ => {}
        }
        start = end + 1;
    }
    secrets
}

/// Only one in a thousand random words has no capital, no small letter or no digit.
fn is_random(word: &[u8]) -> bool {
    let classes: [fn(&u8) -> bool; 3] = [u8::is_ascii_uppercase, u8::is_ascii_lowercase, u8::is_ascii_digit];
    classes.iter().all(|is_in_class| word.iter().any(is_in_class))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_words_with_secret_length_and_characters_match() {
        let word = |length: usize| "aB3-_x".chars().cycle().take(length).collect::<String>();
        let found = |line: &str| find(line.as_bytes());
        assert_eq!(found(&format!("a {} b", word(TOKEN))), [(2, 2 + TOKEN, KINDS[0])]);
        assert_eq!(found(&format!("{}={}", word(SECRET), word(3))), [(0, SECRET, KINDS[1])]);
        assert!(found(&format!("{} {}", word(TOKEN + 1), word(SECRET - 1))).is_empty());
        let signature = "0123456789".repeat(13);
        assert_eq!(found(&format!("%220x{signature}%22")), [(5, 5 + SIGNATURE, KINDS[2])]);
        assert!(found(&signature[1..]).is_empty());
        assert!(found("a_function_with_a_name_of_43_letters_xxxxxx").is_empty());
    }
}
