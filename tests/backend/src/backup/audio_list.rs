//! The list of the audio files of a backup, which can be long. It is never in memory as a whole.

use std::fs::File;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;

use data_encoding::HEXLOWER;
use stagepass_kit::private;
use stagepass_media::FileDigest;
use stagepass_media::cid::sha256_of;
use stagepass_store::Snapshot;

use super::Failure;

/// An audio file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AudioFile {
    pub(super) cid: String,
    pub(super) digest: FileDigest,
}

/// Writes all audio that the snapshot refers to. Returns the number of files, and of their bytes.
pub(super) fn write(snapshot: &Snapshot, to: &Path) -> Result<(u64, u64), Failure> {
    let failed = || Failure::file(to);
    let file = private::options().create(true).truncate(true).open(to).map_err(failed())?;
    let (mut file, mut totals) = (BufWriter::new(file), (0, 0));
    snapshot.audio(|cid, size| {
        let sha256 = sha256_of(cid).ok_or_else(|| Failure::File {
            path: cid.to_owned(),
            error: std::io::Error::other("the database has an invalid CID"),
        })?;
        totals = (totals.0 + 1, totals.1 + size);
        writeln!(file, "{} {size} {cid}", HEXLOWER.encode(&sha256)).map_err(failed())
    })?;
    let file = file.into_inner().map_err(|error| failed()(error.into_error()))?;
    file.sync_all().map_err(failed())?;
    Ok(totals)
}

/// Reads the list, file by file.
pub(super) fn read(path: &Path) -> Result<impl Iterator<Item = Result<AudioFile, Failure>> + use<>, Failure> {
    let lines = BufReader::new(File::open(path).map_err(Failure::file(path))?).lines();
    let path = path.to_owned();
    Ok(lines.map(move |line| {
        let line = line.map_err(Failure::file(&path))?;
        parse(&line).ok_or_else(|| Failure::file(&path)(std::io::Error::other(format!("not an audio file: {line}"))))
    }))
}

/// The CID contains the SHA-256, so they must agree.
fn parse(line: &str) -> Option<AudioFile> {
    let mut words = line.split(' ');
    let (hash, size, cid) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
    let sha256 = sha256_of(cid).filter(|sha256| HEXLOWER.encode(sha256) == hash)?;
    Some(AudioFile { cid: cid.to_owned(), digest: FileDigest { size, sha256 } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_hash_size_or_cid_is_rejected() {
        let cid = "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
        let hash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(parse(&format!("{hash} 7 {cid}")).map(|file| (file.cid, file.digest.size)), Some((cid.into(), 7)));
        for line in [format!("{} 7 {cid}", "0".repeat(64)), format!("{hash} x {cid}"), format!("{hash} 7 ../../x")] {
            assert_eq!(parse(&line), None, "{line}");
        }
    }
}
