//! Build script that sets `PAILOU_L10N_ENGINE`. If this value changes, cached translation states are invalid.

#[path = "engine.rs"]
mod engine;

fn main() -> std::io::Result<()> {
    let inputs = engine::inputs();
    for input in &inputs {
        println!("cargo:rerun-if-changed={}", input.display());
    }
    println!("cargo:rustc-env=PAILOU_L10N_ENGINE={}", engine::hash_of(&inputs)?);
    Ok(())
}
