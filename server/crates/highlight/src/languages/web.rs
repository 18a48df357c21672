//! JavaScript, TypeScript, and their JSX variants.

use crate::Class::{Constant, Keyword, Meta, Type};
use crate::languages::Language;
use crate::languages::braces::C;
use crate::rules::{Quoted, Rules, Shape};

const JS_WORDS: &str = "as async await break case catch class const continue debugger default delete do else \
    enum export extends finally for from function get if implements import in instanceof interface let \
    new of return set static super switch this throw try typeof using var void while with yield";
const JS_CONSTANTS: &str = "true false null undefined NaN Infinity";

const JS: Rules = Rules {
    quoted: &[
        Quoted::lines("`").with_placeholder("${", b'}'),
        Quoted::line("\""),
        Quoted::line("'"),
    ],
    words: &[(Keyword, JS_WORDS), (Constant, JS_CONSTANTS)],
    letters: "$",
    sigils: &[(b'@', Meta)],
    capitals: true,
    keys: b":",
    regex: true,
    ..C
};

const TS: Rules = Rules {
    words: &[
        (Keyword, JS_WORDS),
        (
            Keyword,
            "abstract accessor asserts declare infer is keyof module namespace override private protected public readonly \
             satisfies type unique",
        ),
        (Type, "any bigint boolean never number object string symbol unknown"),
        (Constant, JS_CONSTANTS),
    ],
    ..JS
};

pub(super) static LANGUAGES: [Language; 4] = [
    Language {
        names: &["js", "javascript", "mjs", "cjs", "node", "js-vue"],
        shape: Shape::Code(JS),
    },
    Language { names: &["jsx"], shape: Shape::Code(Rules { jsx: true, ..JS }) },
    Language { names: &["ts", "typescript", "mts", "cts"], shape: Shape::Code(TS) },
    Language { names: &["tsx"], shape: Shape::Code(Rules { jsx: true, ..TS }) },
];
