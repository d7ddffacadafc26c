//! How the pages of the service look, and their texts.

use std::path::PathBuf;

use clap::Args;
use stagepass_kit::display_name::display_name;
use stagepass_service::look::{AccentColour, Look, Mark, MarkError};
use stagepass_service::texts::{Texts, TextsError};

#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    /// The name of the service on its pages.
    #[arg(long, env = "STAGEPASS_SERVICE_NAME", value_name = "NAME", default_value = "Stagepass", value_parser = |name: &str| display_name(name).map(str::to_owned))]
    service_name: String,
    /// The colour of links and buttons on the pages, as `#rrggbb`. Its contrast with the page must be at least 4.5. On
    /// dark pages it is lighter [default: the colour of Stagepass].
    #[arg(long, env = "STAGEPASS_ACCENT_COLOUR", value_name = "COLOUR", value_parser = AccentColour::parse)]
    accent_colour: Option<AccentColour>,
    /// A square image that the pages show beside the name: a file in SVG or PNG of at most 100 kB [default: the mark
    /// of Stagepass].
    #[arg(long, env = "STAGEPASS_MARK", value_name = "FILE")]
    mark: Option<PathBuf>,
    /// A folder with your own texts for the pages: `LANGUAGE.ftl` replaces texts of a language, or adds one. `check`
    /// reads them.
    #[arg(long, env = "STAGEPASS_TEXTS_DIR", value_name = "FOLDER")]
    texts_dir: Option<PathBuf>,
    /// The language of the pages for browsers and apps that prefer none of the languages that there are.
    #[arg(long, env = "STAGEPASS_DEFAULT_LANGUAGE", value_name = "LANGUAGE", default_value = "en")]
    default_language: String,
}

impl PageArgs {
    /// Reads the folder and the file.
    ///
    /// # Errors
    /// [`TextsError`] if a text cannot be used.
    pub(crate) fn texts(&self) -> Result<Texts, TextsError> {
        Texts::load(self.texts_dir.as_deref(), &self.default_language)
    }

    /// Reads the mark.
    ///
    /// # Errors
    /// [`MarkError`] if it cannot be used.
    pub(crate) fn look(&self) -> Result<Look, MarkError> {
        let mark = self.mark.as_deref().map(Mark::read).transpose()?.unwrap_or_default();
        Ok(Look { name: self.service_name.clone(), accent: self.accent_colour, mark })
    }
}
