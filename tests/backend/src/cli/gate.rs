//! `stagepass-backend gate`: the signatures of gated streams, by hand. JSON on stdin, JSON on stdout.

use std::error::Error;
use std::io::{BufRead, Read as _, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use data_encoding::HEXLOWER;
use serde::Deserialize;
use serde_json::json;
use stagepass_gate::{Address, AddressError, Invalid, Parameter, Refusal, Signer, SignerError, recover};
use zeroize::Zeroizing;

use super::outcome::Outcome;
use super::secret_file;
use stagepass_kit::entropy::{SystemEntropy, random};

/// Where the private key is, if no file is named.
const KEY_VARIABLE: &str = "STAGEPASS_SIGNER_PRIVATE_KEY";
/// The bytes that one document on stdin may have.
const MAX_INPUT: u64 = 1 << 20;

#[derive(Debug, Subcommand)]
pub(super) enum GateCommand {
    ///
    /// Sign `{"data": "…"}`. Prints the address of the key, the data in canonical form, the signature, and the value of
    /// the URL parameter.
    ///
    /// The private key is read from the file, or from the variable `STAGEPASS_SIGNER_PRIVATE_KEY`: 64 hexadecimal
    /// digits. There is no flag for it, because other users of the machine could read it.
    Sign(SignArgs),
    /// Verify that one of the authorities signed `{"data": "…", "signature": "0x…"}`, in a form that a node accepts.
    /// Does not check the age, the CID and the track.
    Verify(VerifyArgs),
    /// Print the address that signed `{"data": "…", "signature": "0x…"}`. Does not check the members of the data.
    Recover(Documents),
    /// Generate a private key, and print it with its address.
    Keygen,
}

#[derive(Debug, Args)]
pub(super) struct SignArgs {
    /// A file with the private key.
    #[arg(long, env = "STAGEPASS_SIGNER_PRIVATE_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    #[command(flatten)]
    documents: Documents,
}

#[derive(Debug, Args)]
pub(super) struct VerifyArgs {
    /// The address of a key that may sign: `0x` and 40 hexadecimal digits. With several, one of them must have signed.
    #[arg(long = "authority", required = true, num_args = 1.., value_name = "ADDRESS")]
    authorities: Vec<String>,
    #[command(flatten)]
    documents: Documents,
}

/// How many documents are on stdin.
#[derive(Debug, Args)]
pub(super) struct Documents {
    /// Read one document a line, and print one line for each: the result, or `{"error": "…"}`. If there was an error,
    /// the command fails at the end.
    #[arg(long)]
    lines: bool,
}

impl GateCommand {
    pub(super) fn run(self) -> Outcome {
        match self {
            Self::Sign(args) => {
                let signer = args.signer()?;
                args.documents.answer(|text| sign(&signer, text))
            }
            Self::Verify(args) => {
                let authorities = args.authorities()?;
                args.documents.answer(|text| verify(&authorities, text))
            }
            Self::Recover(documents) => documents.answer(recover_signer),
            Self::Keygen => {
                println!("{}", keygen()?);
                Ok(())
            }
        }
    }
}

type Answer = Result<serde_json::Value, Box<dyn Error>>;

impl Documents {
    fn answer(&self, answer: impl Fn(&str) -> Answer) -> Outcome {
        let (mut stdin, mut stdout) = (std::io::stdin().lock(), std::io::stdout().lock());
        if self.lines {
            return answer_lines(stdin, stdout, answer);
        }
        let mut text = String::new();
        stdin.by_ref().take(MAX_INPUT + 1).read_to_string(&mut text)?;
        writeln!(stdout, "{}", answer(within_limit(&text)?)?)?;
        Ok(())
    }
}

fn answer_lines(mut input: impl BufRead, mut output: impl Write, answer: impl Fn(&str) -> Answer) -> Outcome {
    let (mut line, mut read, mut refused) = (String::new(), 0_u64, 0_u64);
    while input.by_ref().take(MAX_INPUT + 1).read_line(&mut line)? > 0 {
        read += 1;
        // Where a line that is too long ends isn't known, so nothing after it can be answered.
        let answer = answer(within_limit(&line)?).unwrap_or_else(|error| {
            refused += 1;
            json!({ "error": error.to_string() })
        });
        writeln!(output, "{answer}")?;
        line.clear();
    }
    if refused > 0 { Err(format!("{refused} of {read} documents were refused").into()) } else { Ok(()) }
}

fn within_limit(text: &str) -> Result<&str, &'static str> {
    if text.len() as u64 > MAX_INPUT { Err("more than 1 MiB on stdin") } else { Ok(text) }
}

fn sign(signer: &Signer, text: &str) -> Answer {
    #[derive(Deserialize)]
    struct SignRequest {
        data: String,
    }
    let SignRequest { data } = serde_json::from_str(text)?;
    let parameter = signer.sign_document(&data)?;
    Ok(json!({
        "address": signer.address().to_string(),
        "data": parameter.document(),
        "signature": parameter.signature().to_string(),
        "parameter": parameter.encoded(),
    }))
}

impl SignArgs {
    fn signer(&self) -> Result<Signer, Box<dyn Error>> {
        let text = match &self.key_file {
            Some(file) => secret_file::read(file)?,
            None => Zeroizing::new(
                std::env::var(KEY_VARIABLE)
                    .map_err(|_| format!("the private key is missing: set --key-file or {KEY_VARIABLE}"))?,
            ),
        };
        Ok(Signer::from_hex(text.trim())?)
    }
}

impl VerifyArgs {
    fn authorities(&self) -> Result<Vec<Address>, AddressError> {
        self.authorities.iter().map(|text| Address::authority(text)).collect()
    }
}

fn verify(authorities: &[Address], text: &str) -> Answer {
    let parameter = Parameter::parse(text.trim()).map_err(|reason| invalid(&reason))?;
    let signer = parameter.signer().map_err(|reason| invalid(&reason))?;
    if !authorities.contains(&signer) {
        return Err(format!("{}: signed by {signer}", Refusal::SignerNotAuthorized).into());
    }
    Ok(json!({ "address": signer.to_string(), "data": parameter.document() }))
}

fn recover_signer(text: &str) -> Answer {
    let recovered = recover(text).map_err(|reason| invalid(&reason))?;
    Ok(json!({
        "address": recovered.address.to_string(),
        "data": recovered.document,
        "digest": recovered.digest.to_string(),
    }))
}

fn keygen() -> Answer {
    let (private_key, signer) = new_key()?;
    Ok(json!({ "private_key": &**private_key, "address": signer.address().to_string() }))
}

/// Returns a new private key in hexadecimal digits, and what signs with it.
pub(crate) fn new_key() -> Result<(Zeroizing<String>, Signer), Box<dyn Error>> {
    // One of 2^127 draws is no key.
    loop {
        let bytes = Zeroizing::new(random::<32>(&SystemEntropy)?);
        match Signer::from_bytes(&bytes) {
            Ok(signer) => return Ok((Zeroizing::new(format!("0x{}", HEXLOWER.encode(&*bytes))), signer)),
            Err(SignerError::OutOfRange) => {}
            Err(error @ SignerError::NotHexadecimal) => return Err(error.into()),
        }
    }
}

/// A node's words, and the reason that it keeps to itself.
fn invalid(reason: &Invalid) -> String {
    let words = Refusal::Invalid(reason.clone());
    format!("{words}: {reason}")
}
