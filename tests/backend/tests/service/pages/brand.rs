//! The callback page of the package stands alone: it repeats colours of `brand.css`, and has the mark as its icon.

use std::collections::BTreeMap;

const BRAND: &str = include_str!("../../../assets/brand.css");
const CALLBACK: &str = include_str!("../../../../../pkg-template/callback/callback.css");
const CALLBACK_PAGE: &str = include_str!("../../../../../pkg-template/callback/callback.html");
const MARK: &str = include_str!("../../../assets/mark.svg");
const ICON: &str = include_str!("../../../../../pkg-template/callback/icon.svg");

/// Returns the values of the custom properties, by scheme and name.
fn tokens(css: &'static str) -> BTreeMap<(&'static str, &'static str), &'static str> {
    let dark_from = css.find("prefers-color-scheme: dark").expect("a dark scheme");
    let (light, dark) = css.split_at(dark_from);
    let in_scheme = |scheme, part: &'static str| {
        let declarations = part.lines().filter_map(|line| line.trim().strip_suffix(';')?.split_once(": "));
        declarations.filter(|(name, _)| name.starts_with("--")).map(move |(name, value)| ((scheme, name), value))
    };
    in_scheme("light", light).chain(in_scheme("dark", dark)).collect()
}

#[test]
fn callback_page_has_colours_and_icon_of_service() {
    let (brand, callback) = (tokens(BRAND), tokens(CALLBACK));
    assert!(callback.len() >= 6, "{callback:?}");
    for (token, value) in callback {
        assert_eq!(brand.get(&token), Some(&value), "{token:?} of callback.css");
    }
    assert_eq!(ICON, MARK);
}

/// RFC 9700 section 4.2.4: a file or link of another site could learn the authorization code from `Referer`.
#[test]
fn callback_page_has_no_foreign_links_or_referrer() {
    for attribute in ["src=\"", "href=\""] {
        for address in CALLBACK_PAGE.split(attribute).skip(1) {
            assert!(address.starts_with("./stagepass/") || address.starts_with("/\""), "{attribute}{address}");
        }
    }
    assert!(!CALLBACK.contains("url(") && !CALLBACK.contains("@import"));
    assert!(CALLBACK_PAGE.contains("<meta name=\"referrer\" content=\"no-referrer\" />"));
}
