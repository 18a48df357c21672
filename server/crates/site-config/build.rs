//! Build script that embeds the messages of the UI.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Message files that site files cannot override.
const BUILT_IN: [&str; 4] = ["command.json", "issues.json", "fragments.json", "no-script.json"];

fn main() -> io::Result<()> {
    // Paths are relative to the folder of this package, in which Cargo runs build scripts, so that
    // the output is the same in every checkout.
    let messages = PathBuf::from("../../../content/messages");
    println!("cargo:rerun-if-changed={}", messages.display());
    let out = PathBuf::from(env::var("OUT_DIR").unwrap_or_default());
    fs::write(out.join("messages.rs"), messages_of_the_ui(&messages, &out)?)
}

/// Copies the message files to the folder `out`, except the files in `BUILT_IN`. Returns Rust code for a table that
/// embeds them: area, Chinese messages, and English messages.
fn messages_of_the_ui(messages: &Path, out: &Path) -> io::Result<String> {
    let mut names = fs::read_dir(messages.join("en"))?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<Vec<_>>>()?;
    names.retain(|name| !BUILT_IN.contains(&name.as_str()));
    names.sort();
    let mut code = String::from("static MESSAGES: &[(&str, &str, &str)] = &[\n");
    for name in names {
        let copy = |language: &str| {
            let copy = out.join(format!("{language}-{name}"));
            fs::copy(messages.join(language).join(&name), &copy)?;
            Ok::<_, io::Error>(copy.display().to_string())
        };
        let (zh, en) = (copy("zh")?, copy("en")?);
        let area = name.trim_end_matches(".json");
        let _ = writeln!(code, "    ({area:?}, include_str!({zh:?}), include_str!({en:?})),");
    }
    code.push_str("];\n");
    Ok(code)
}
