//! Puts functions that are alike beside each other.
//!
//! Brotli writes a repetition as a distance and a length, and a short distance in fewer bits. If each function is
//! followed by the one that is most like it, the module is 0.4 KB smaller. wasm-opt can put functions into the order of
//! their names, so this only names them.

use std::collections::HashSet;

use anyhow::{Context as _, Result, bail};

use crate::wasm_features::{HEADER, Reader, write_length, write_vector};

const IMPORT: u8 = 2;
const CODE: u8 = 10;

/// So many bytes are compared at a time: an instruction, with what it refers to.
const GRAM: usize = 3;

/// Added to a function's length when its similarity to another one is computed. Otherwise the smallest functions would
/// count as similar to all others.
const SMALL: usize = 20;

/// Returns `module`, which must have no names, with a name for each function. In the order of these names, neighbours
/// are alike.
///
/// # Errors
/// When `module` is no WebAssembly module.
pub(crate) fn name_by_likeness(module: &[u8]) -> Result<Vec<u8>> {
    let mut imported = 0;
    let mut functions = Vec::new();
    let mut rest = Reader(module.strip_prefix(HEADER).context("not a WebAssembly module of version 1")?);
    while !rest.0.is_empty() {
        let id = rest.byte()?;
        let mut section = Reader(rest.vector()?);
        match id {
            IMPORT => imported = imported_functions(section)?,
            CODE => {
                for _ in 0..section.length()? {
                    functions.push(section.vector()?);
                }
            }
            _ => {}
        }
    }
    let mut named = module.to_vec();
    named.push(0);
    write_vector(&mut named, &names(imported, &order(&functions)));
    Ok(named)
}

/// How many functions an import section has; the core imports nothing else.
fn imported_functions(mut section: Reader<'_>) -> Result<usize> {
    let count = section.length()?;
    for _ in 0..count {
        let (_module, _name) = (section.vector()?, section.vector()?);
        if section.byte()? != 0 {
            bail!("the module imports what is no function");
        }
        let _type = section.length()?;
    }
    Ok(count)
}

/// The indexes of `functions`: first the largest, then always that of which the most is in the one before.
fn order(functions: &[&[u8]]) -> Vec<usize> {
    let grams: Vec<HashSet<&[u8]>> = functions.iter().map(|body| body.windows(GRAM).collect()).collect();
    let mut left: Vec<usize> = (0..functions.len()).collect();
    let mut order = Vec::with_capacity(functions.len());
    let mut next = left.iter().copied().max_by_key(|index| functions.get(*index).map(|body| body.len()));
    while let Some(current) = next {
        left.retain(|index| *index != current);
        order.push(current);
        // In thousandths: whole numbers are the same on every machine.
        let likeness = |index: &usize| {
            let (one, other) = grams.get(current).zip(grams.get(*index))?;
            Some(one.intersection(other).count() * 1000 / (other.len() + SMALL))
        };
        next = left.iter().copied().rev().max_by_key(likeness);
    }
    order
}

/// A name section: each function's place in the `order`, in four digits.
fn names(imported: usize, order: &[usize]) -> Vec<u8> {
    const NAMES_OF_FUNCTIONS: u8 = 1;
    let mut places: Vec<(usize, usize)> = order.iter().enumerate().map(|(place, index)| (*index, place)).collect();
    places.sort_unstable();
    let mut map = Vec::new();
    write_length(&mut map, imported + places.len());
    for index in 0..imported {
        write_length(&mut map, index);
        write_vector(&mut map, format!("imported{index:04}").as_bytes());
    }
    for (index, place) in places {
        write_length(&mut map, imported + index);
        write_vector(&mut map, format!("{place:04}").as_bytes());
    }
    let mut section = Vec::new();
    write_vector(&mut section, b"name");
    section.push(NAMES_OF_FUNCTIONS);
    write_vector(&mut section, &map);
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_comes_together() {
        let functions: [&[u8]; 4] = [b"0123456789abc", b"zyxwvutsrqponmlk", b"456789abcd", b"zyxwvutsr"];
        assert_eq!(order(&functions), [1, 3, 0, 2]);
        assert!(order(&[]).is_empty());
    }

    #[test]
    fn every_function_gets_the_name_of_its_place() {
        // One import, two functions: the second is the larger.
        let module =
            b"\0asm\x01\0\0\0\x02\x07\x01\x01a\x01b\x00\x00\x0a\x0b\x02\x02\x00\x0b\x06\x00\x41\x00\x1a\x0b\x0b";
        let named = name_by_likeness(module).unwrap();
        let (before, section) = named.split_at(module.len());
        assert_eq!(before, module);
        assert!(section.ends_with(b"\x03\x00\x0cimported0000\x01\x040001\x02\x040000"), "{section:?}");
        assert!(name_by_likeness(b"no module").is_err());
    }
}
