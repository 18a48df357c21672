//! Aligns the segments of Markdown files that have equal names in two folders: `pairs ZH_DIR EN_DIR`. Prints one line
//! of JSON per alignment, and one line per file with the number of segments in each language.

#![allow(clippy::print_stdout, reason = "the program prints its result")]

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use core_wasm::locale::Locale;
use pailou_content::front_matter;
use pailou_markdown::flavor::Flavor;
use pailou_markdown::plugins::Plugins;
use pailou_translation::replay::{Body, Replay, Step};
use pailou_translation::segment::{Known, Segment, segments};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(zh), Some(en)) = (args.next(), args.next()) else {
        return Err("usage: pairs ZH_DIR EN_DIR".into());
    };
    let mut files = Vec::new();
    collect(&en, &mut files)?;
    files.sort();
    for file in files {
        let below = file.strip_prefix(&en)?;
        if let (Ok(zh), Ok(en)) = (fs::read_to_string(zh.join(below)), fs::read_to_string(&file)) {
            print(below, &zh, &en);
        }
    }
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "md" || ending == "mdx") {
            files.push(path);
        }
    }
    Ok(())
}

fn print(file: &Path, zh: &str, en: &str) {
    let flavor = match file.extension().is_some_and(|ending| ending == "mdx") {
        true => Flavor::Mdx(Plugins::default()),
        false => Flavor::Markdown,
    };
    let (zh_parts, en_parts) = (front_matter::split(zh), front_matter::split(en));
    let mut replay = Replay::new(Locale::En);
    let body = |text| Some(Body { text: Some(text), flavor });
    replay.step(Step { zh: body(zh_parts.body), en: body(en_parts.body), ..Step::default() });
    let (zh_cut, en_cut) = (segments(zh_parts.body, flavor), segments(en_parts.body, flavor));
    let by_id = |locale, cut: &[Segment], lines_above: u32| -> HashMap<String, (Known, u32)> {
        let known = replay.segments(locale).iter().zip(cut);
        known.map(|(it, cut)| (it.id.clone(), (it.clone(), cut.line + lines_above))).collect()
    };
    let zh = by_id(Locale::Zh, &zh_cut, zh_parts.lines_before_body());
    let en = by_id(Locale::En, &en_cut, en_parts.lines_before_body());
    let count = |of: &HashMap<String, (Known, u32)>| {
        of.values().filter(|(known, _)| known.is_translatable()).count()
    };
    let mut linked = 0;
    for link in replay.links() {
        let (Some((zh, zh_line)), Some((en, en_line))) = (zh.get(&link.zh), en.get(&link.en))
        else {
            continue;
        };
        if !zh.is_translatable() || !en.is_translatable() {
            continue;
        }
        linked += 1;
        let line = serde_json::json!({
            "file": file, "zh": zh_line, "en": en_line, "kind": en.kind.name(),
            "zh_words": zh.words, "en_words": en.words,
        });
        println!("{line}");
    }
    let counts = serde_json::json!({
        "file": file, "linked": linked, "zh_segments": count(&zh), "en_segments": count(&en),
    });
    println!("{counts}");
}
