//! What looks like a secret of ours, whoever made it.

/// What [`find`] may find.
pub(super) const KINDS: [&str; 3] =
    ["what looks like a token", "what looks like an API secret", "what looks like a gate's signature"];

/// 64 octets, as base64url: a code, a token, a ticket.
const TOKEN: usize = 86;
/// 32 octets, as base64url: an app's secrets, a cookie, a code verifier.
const SECRET: usize = 43;

/// 65 octets, in hexadecimal. Whoever has the address that it stands in hears the track.
const SIGNATURE: usize = 130;

/// Where in `line` something has the form of a secret, and of which of [`KINDS`].
pub(super) fn find(line: &[u8]) -> Vec<(usize, usize, &'static str)> {
    let [token, secret, signature] = KINDS;
    let mut found = Vec::new();
    let mut from = 0;
    for run in line.split(|octet| !is_of_base64url(*octet)) {
        let until = from + run.len();
        match run.len() {
            TOKEN => found.push((from, until, token)),
            // A name may be as long.
            SECRET if is_mixed(run) => found.push((from, until, secret)),
            length if length >= SIGNATURE && run.iter().rev().take(SIGNATURE).all(u8::is_ascii_hexdigit) => {
                found.push((until - SIGNATURE, until, signature));
            }
            _ => {}
        }
        from = until + 1;
    }
    found
}

fn is_of_base64url(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || matches!(octet, b'-' | b'_')
}

/// Random octets lack a capital, a small letter or a digit once in a thousand times.
fn is_mixed(run: &[u8]) -> bool {
    let tests: [fn(&u8) -> bool; 3] = [u8::is_ascii_uppercase, u8::is_ascii_lowercase, u8::is_ascii_digit];
    tests.iter().all(|is_it| run.iter().any(is_it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_exactly_as_long_and_mixed_has_the_form() {
        let run = |length: usize| "aB3-_x".chars().cycle().take(length).collect::<String>();
        let found = |line: &str| find(line.as_bytes());
        assert_eq!(found(&format!("a {} b", run(TOKEN))), [(2, 2 + TOKEN, KINDS[0])]);
        assert_eq!(found(&format!("{}={}", run(SECRET), run(3))), [(0, SECRET, KINDS[1])]);
        assert!(found(&format!("{} {}", run(TOKEN + 1), run(SECRET - 1))).is_empty());
        let signature = "0123456789".repeat(13);
        assert_eq!(found(&format!("%220x{signature}%22")), [(5, 5 + SIGNATURE, KINDS[2])]);
        assert!(found(&signature[1..]).is_empty());
        assert!(found("a_function_with_a_name_of_43_letters_xxxxxx").is_empty());
    }
}
