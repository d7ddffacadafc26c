//! The name, the accent colour and the mark of a service, as its operator chose them.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// The contrast of text that WCAG 2.2 (1.4.3) requires.
const CONTRAST: f64 = 4.5;
/// `--paper` of `brand.css`: the darkest background that has links, and darker than the text on a button.
const PAPER: Rgb = Rgb([0xf6, 0xf1, 0xea]);
/// `--card` of `brand.css` in the dark scheme: the lightest background there, and lighter than the text on a button.
const DARK_CARD: Rgb = Rgb([0x20, 0x1c, 0x18]);
/// The largest mark in bytes.
const MAX_MARK: usize = 100_000;

/// How the pages look.
#[derive(Debug, Clone)]
pub struct Look {
    /// The name of the service.
    pub name: String,
    /// Its colour. Without one, the colour of `brand.css`.
    pub accent: Option<AccentColour>,
    /// Its mark.
    pub mark: Mark,
}

impl Default for Look {
    fn default() -> Self {
        Self { name: "Stagepass".to_owned(), accent: None, mark: Mark::default() }
    }
}

/// A colour of links and buttons that can be read on light pages, with a lighter one for dark pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccentColour {
    light: Rgb,
    dark: Rgb,
}

/// Why a colour cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum ColourError {
    /// Not `#rrggbb`.
    #[error("write the colour as # and six hexadecimal digits, for example #0b57d0")]
    Form,
    /// The contrast with the page.
    #[error("the contrast of the colour with the page is {0:.2}, and must be at least {CONTRAST}: choose a darker one")]
    Contrast(f64),
}

impl AccentColour {
    /// Parses `#rrggbb`.
    ///
    /// # Errors
    /// [`ColourError`] if it is no colour, or its text cannot be read.
    pub fn parse(text: &str) -> Result<Self, ColourError> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or(ColourError::Form)?;
        let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(digits.as_bytes()).map_err(|_| ColourError::Form)?;
        let light = Rgb(bytes.try_into().map_err(|_| ColourError::Form)?);
        let contrast = light.contrast(PAPER);
        if contrast < CONTRAST {
            return Err(ColourError::Contrast(contrast));
        }
        let lighter = (0..=100).map(|percent| light.mixed(0xff, percent));
        let dark = lighter.into_iter().find(|colour| colour.contrast(DARK_CARD) >= CONTRAST);
        // White has enough contrast.
        Ok(Self { light, dark: dark.unwrap_or(Rgb([0xff; 3])) })
    }

    /// Returns the rules that replace the colours of `brand.css`.
    pub(crate) fn css(self) -> String {
        let rule = |colour: Rgb, hover: Rgb| format!(":root {{ --accent: {colour}; --accent-hover: {hover}; }}");
        let light = rule(self.light, self.light.mixed(0, 15));
        let dark = rule(self.dark, self.dark.mixed(0xff, 25));
        format!("{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}\n")
    }
}

/// A colour in sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rgb([u8; 3]);

impl Rgb {
    /// Returns the contrast with another colour, from 1 to 21 (WCAG 2.2).
    fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance() + 0.05, other.luminance() + 0.05);
        (one / other).max(other / one)
    }

    fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let channel = f64::from(channel) / 255.0;
            if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// Returns the colour with `percent` of a grey.
    fn mixed(self, grey: u8, percent: u32) -> Self {
        let mix = |channel| (u32::from(channel) * (100 - percent) + u32::from(grey) * percent) / 100;
        Self(self.0.map(|channel| u8::try_from(mix(channel)).unwrap_or(u8::MAX)))
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// An image beside the name, and the icon of the pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    content: Cow<'static, [u8]>,
    is_png: bool,
}

/// Why a mark cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum MarkError {
    /// It cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Read(PathBuf, io::Error),
    /// It is too large, or another kind of file.
    #[error("{}: the mark must be an SVG or PNG image of at most {MAX_MARK} bytes", .0.display())]
    Format(PathBuf),
}

impl Mark {
    /// Reads a square SVG or PNG image.
    ///
    /// # Errors
    /// [`MarkError`] if it cannot be read, is too large or is another kind of file.
    pub fn read(path: &Path) -> Result<Self, MarkError> {
        let content = fs::read(path).map_err(|error| MarkError::Read(path.to_owned(), error))?;
        let is_png = content.starts_with(b"\x89PNG\r\n\x1a\n");
        let is_svg = || str::from_utf8(&content).is_ok_and(|text| text.contains("<svg"));
        if content.len() > MAX_MARK || !(is_png || is_svg()) {
            return Err(MarkError::Format(path.to_owned()));
        }
        Ok(Self { content: content.into(), is_png })
    }

    pub(crate) fn content_type(&self) -> &'static str {
        if self.is_png { "image/png" } else { "image/svg+xml" }
    }

    pub(crate) fn content(&self) -> &[u8] {
        &self.content
    }
}

impl Default for Mark {
    fn default() -> Self {
        Self { content: Cow::Borrowed(include_bytes!("../../assets/mark.svg")), is_png: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRAND: &str = include_str!("../../assets/brand.css");

    #[test]
    fn accent_is_readable_in_both_schemes() {
        for text in ["#0b57d0", "#B4472A", "#000000", "#5d5d00", "#8a0060"] {
            let accent = AccentColour::parse(text).unwrap();
            assert_eq!(accent.light.to_string(), text.to_lowercase());
            assert!(accent.light.contrast(PAPER) >= CONTRAST && accent.dark.contrast(DARK_CARD) >= CONTRAST, "{text}");
            assert!(accent.css().starts_with(&format!(":root {{ --accent: {}; ", accent.light)));
        }
        assert!(matches!(AccentColour::parse("#ffcc00"), Err(ColourError::Contrast(contrast)) if contrast < 2.0));
        for text in ["0b57d0", "#0b5", "#0b57d", "#0b57dg", "red", "#0b57d0;}", ""] {
            assert_eq!(AccentColour::parse(text), Err(ColourError::Form), "{text}");
        }
    }

    /// The two backgrounds are those of the stylesheet, and the strictest: text on a button has more contrast.
    #[test]
    fn backgrounds_are_those_of_the_stylesheet() {
        let (light, dark) = BRAND.split_once("prefers-color-scheme: dark").unwrap();
        assert!(light.contains(&format!("--paper: {PAPER};")) && dark.contains(&format!("--card: {DARK_CARD};")));
        assert!(light.contains("--on-accent: #fffaf5;") && dark.contains("--on-accent: #22110a;"));
        assert!(Rgb([0xff, 0xfa, 0xf5]).luminance() > PAPER.luminance());
        assert!(Rgb([0x22, 0x11, 0x0a]).luminance() < DARK_CARD.luminance());
    }

    #[test]
    fn mark_is_an_svg_or_png_file() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        assert_eq!(Mark::read(&folder.join("mark.svg")).unwrap(), Mark::default());
        assert_eq!(Mark::read(&folder.join("demo-picture.png")).unwrap().content_type(), "image/png");
        assert!(matches!(Mark::read(&folder.join("brand.css")), Err(MarkError::Format(_))));
        assert!(matches!(Mark::read(&folder.join("none.svg")), Err(MarkError::Read(..))));
    }
}
