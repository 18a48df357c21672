//! Build script that sets `PAILOU_L10N_ENGINE`, by which the cache tells states of other rules from its own.

include!("engine.rs");

fn main() -> io::Result<()> {
    let inputs = inputs();
    for input in &inputs {
        println!("cargo:rerun-if-changed={}", input.display());
    }
    println!("cargo:rustc-env=PAILOU_L10N_ENGINE={}", hash_of(&inputs)?);
    Ok(())
}
