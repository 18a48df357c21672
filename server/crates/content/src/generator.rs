//! Site generators whose folders can be imported.

/// Generator of a folder of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Generator {
    #[default]
    Pailou,
    Vitepress,
    Vuepress,
    Rspress,
    Nextra,
    Docusaurus,
    Starlight,
    Hugo,
    Mdbook,
    Mkdocs,
}

/// Generators and their names, in the order of detection; the one with the least specific files is last.
pub const ALL: &[(Generator, &str)] = &[
    (Generator::Vitepress, "vitepress"),
    (Generator::Vuepress, "vuepress"),
    (Generator::Rspress, "rspress"),
    (Generator::Nextra, "nextra"),
    (Generator::Docusaurus, "docusaurus"),
    (Generator::Starlight, "starlight"),
    (Generator::Mkdocs, "mkdocs"),
    (Generator::Mdbook, "mdbook"),
    (Generator::Hugo, "hugo"),
    (Generator::Pailou, "pailou"),
];

/// Values of the option `--from`.
pub const NAMES: &[&str] = &[
    "auto",
    "pailou",
    "vitepress",
    "vuepress",
    "rspress",
    "nextra",
    "docusaurus",
    "hugo",
    "mdbook",
    "mkdocs",
    "starlight",
];

impl Generator {
    pub fn name(self) -> &'static str {
        ALL.iter().find(|(known, _)| *known == self).map_or("pailou", |(_, name)| name)
    }

    /// Returns the generator with this name; `None` for `auto` and for unknown names.
    pub fn named(name: &str) -> Option<Self> {
        ALL.iter().find(|(_, known)| *known == name).map(|(generator, _)| *generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_generator_is_found_by_its_name() {
        for (generator, name) in ALL {
            assert!(NAMES.contains(name));
            assert_eq!(Generator::named(name), Some(*generator));
        }
        assert_eq!((NAMES.len(), Generator::named("auto")), (ALL.len() + 1, None));
    }
}
