//! Handles that seem to speak for the service. Only its operator gives them (`user add`).

/// Compared without separators and case.
const RESERVED: [&str; 32] = [
    "abuse",
    "account",
    "accounts",
    "admin",
    "administrator",
    "api",
    "billing",
    "contact",
    "developer",
    "everyone",
    "help",
    "helpdesk",
    "hostmaster",
    "info",
    "legal",
    "mod",
    "moderator",
    "noreply",
    "official",
    "operator",
    "owner",
    "postmaster",
    "root",
    "security",
    "service",
    "staff",
    "stagepass",
    "support",
    "system",
    "team",
    "verified",
    "webmaster",
];

/// Returns whether a handle is reserved at the service with this host, such as `music.example`: its own name is, too.
pub(crate) fn is_reserved(handle: &str, host: &str) -> bool {
    let plain = |text: &str| text.replace(['.', '-', '_'], "").to_ascii_lowercase();
    let handle = plain(handle);
    let is_of_host = host.split('.').any(|label| label.len() > 2 && plain(label) == handle) || plain(host) == handle;
    is_of_host || RESERVED.contains(&handle.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handle_of_the_service_is_reserved() {
        for handle in ["admin", "Admin", "ad-min", "s.u.p.p.o.r.t", "No_Reply", "night-radio", "NightRadio", "example"]
        {
            assert!(is_reserved(handle, "night-radio.example"), "{handle}");
        }
        for handle in ["ada", "admin1", "demo", "administrate", "radio", "a", "night"] {
            assert!(!is_reserved(handle, "night-radio.example"), "{handle}");
        }
    }
}
