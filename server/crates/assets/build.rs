//! Build script that embeds the built UI, the sample content, and the server bundle. UI files are compressed with
//! brotli if that makes them smaller; the server compresses them with gzip and zstd when a client asks for it. The
//! sample content and the server bundle are compressed with zstd.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    // Input paths are relative to the folder of this package, in which Cargo runs build scripts. The lines that this
    // script prints are therefore the same in every checkout.
    let root = PathBuf::from("../../..");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    let client = root.join("ui/dist/client");
    let bundle = root.join("ui/dist/server/server.js");
    let pages = root.join("content/pages");
    for input in [&client, &bundle, &pages] {
        println!("cargo:rerun-if-changed={}", input.display());
        if !input.exists() {
            println!("cargo:warning={} is missing: run `npm run just ui` first", input.display());
        }
    }

    let mut code = String::new();
    write_assets(&mut code, &client, &out)?;
    let bundle = if bundle.exists() { fs::read(&bundle)? } else { Vec::new() };
    let _ = writeln!(code, "static SERVER_BUNDLE: Compressed = {};", compressed(&out, &bundle)?);
    write_sample_site(&mut code, &pages, &out)?;
    fs::write(out.join("embedded.rs"), code)
}

fn write_assets(code: &mut String, client: &Path, out: &Path) -> io::Result<()> {
    let store = out.join("assets");
    fs::create_dir_all(&store)?;
    let manifest = client.join(".vite/manifest.json");
    let manifest = if manifest.exists() { fs::read_to_string(manifest)? } else { String::new() };
    let _ = writeln!(code, "static MANIFEST: &str = {manifest:?};");
    let mut assets = Vec::new();
    for file in files(client)? {
        let name = file.strip_prefix(client).unwrap_or(&file).display().to_string();
        if name.starts_with('.') {
            continue;
        }
        let bytes = fs::read(&file)?;
        let hash = blake3::hash(&bytes).to_hex().to_string();
        let brotli = packed_file(&store, &hash, "br", &bytes, brotli)?;
        let is_smaller = fs::metadata(&brotli)?.len() < bytes.len() as u64;
        let (form, stored) = match is_smaller {
            true => ("Brotli", brotli),
            false => ("Plain", packed_file(&store, &hash, "plain", &bytes, |it| Ok(it.to_vec()))?),
        };
        assets.push(format!(
            "    Asset::new({name:?}, {:?}, {}, Stored::{form}(include_bytes!({:?}))),\n",
            &hash[..32],
            bytes.len(),
            stored.display().to_string(),
        ));
    }
    let _ = writeln!(code, "static ASSETS: [Asset; {}] = [\n{}];", assets.len(), assets.concat());
    Ok(())
}

fn write_sample_site(code: &mut String, pages: &Path, out: &Path) -> io::Result<()> {
    code.push_str("static SAMPLE_SITE: &[(&str, Compressed)] = &[\n");
    for file in files(pages)? {
        let name = file.strip_prefix(pages).unwrap_or(&file).display().to_string();
        let _ = writeln!(code, "    ({name:?}, {}),", compressed(out, &fs::read(&file)?)?);
    }
    code.push_str("];\n");
    Ok(())
}

/// Returns the Rust expression that embeds the content in its zstd form only.
fn compressed(out: &Path, bytes: &[u8]) -> io::Result<String> {
    let hash = blake3::hash(bytes).to_hex().to_string();
    let file = packed_file(&out.join("assets"), &hash, "zst", bytes, zstd)?;
    let file = file.display().to_string();
    Ok(format!("Compressed {{ size: {}, zstd: include_bytes!({file:?}) }}", bytes.len()))
}

fn zstd(bytes: &[u8]) -> io::Result<Vec<u8>> {
    zstd::bulk::compress(bytes, 19)
}

/// Writes the result of `pack` to the folder `store` and returns its path. The result is cached by the hash of the
/// file, because compressing the largest files takes seconds.
fn packed_file(
    store: &Path,
    hash: &str,
    suffix: &str,
    bytes: &[u8],
    pack: impl FnOnce(&[u8]) -> io::Result<Vec<u8>>,
) -> io::Result<PathBuf> {
    let file = store.join(format!("{hash}.{suffix}"));
    if !file.exists() {
        let unfinished = store.join(format!("{hash}.{suffix}.new"));
        fs::write(&unfinished, pack(bytes)?)?;
        fs::rename(&unfinished, &file)?;
    }
    Ok(file)
}

/// Returns all files below a folder, sorted by path; empty if the folder does not exist.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if !folder.exists() {
        return Ok(found);
    }
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path())?);
        } else {
            found.push(entry.path());
        }
    }
    Ok(found)
}

fn brotli(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &parameters)?;
    Ok(out)
}
