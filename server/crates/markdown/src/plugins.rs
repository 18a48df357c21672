//! Markdown syntax that the settings of a generator enable.

/// Markdown syntax that needs a setting or an extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plugin {
    /// `$x$`.
    Math,
    /// `H~2~O`.
    Tilde,
    /// `x^2^`, `^^inserted^^`.
    Caret,
    /// `==marked==`.
    Mark,
    /// `++ctrl+c++`.
    Keys,
    /// `: definition` below a term.
    Definitions,
}

const ALL: &[(Plugin, &str)] = &[
    (Plugin::Math, "math"),
    (Plugin::Tilde, "tilde"),
    (Plugin::Caret, "caret"),
    (Plugin::Mark, "mark"),
    (Plugin::Keys, "keys"),
    (Plugin::Definitions, "definitions"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Plugins(u8);

impl Plugins {
    pub const NONE: Self = Self(0);
    pub const MATH: Self = Self(bit(Plugin::Math));
    /// All plugins, for sites whose settings cannot be read.
    pub const ALL: Self = Self(0b11_1111);

    pub fn has(self, plugin: Plugin) -> bool {
        self.0 & bit(plugin) != 0
    }

    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        ALL.iter().filter(move |(plugin, _)| self.has(*plugin)).map(|(_, name)| *name)
    }
}

impl FromIterator<Plugin> for Plugins {
    fn from_iter<I: IntoIterator<Item = Plugin>>(plugins: I) -> Self {
        Self(plugins.into_iter().fold(0, |bits, plugin| bits | bit(plugin)))
    }
}

/// Creates a set from names; unknown names are ignored.
impl<'a> FromIterator<&'a str> for Plugins {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let of_name = |name| ALL.iter().find(|(_, known)| *known == name);
        names.into_iter().filter_map(of_name).map(|(plugin, _)| *plugin).collect()
    }
}

const fn bit(plugin: Plugin) -> u8 {
    1 << plugin as u8
}
