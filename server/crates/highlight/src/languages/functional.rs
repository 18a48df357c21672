//! Functional languages and Lisp dialects.

use crate::Class::{Constant, Keyword, Meta, Type, Variable};
use crate::languages::Language;
use crate::rules::{Quoted, Rules, Shape};

pub(super) static LANGUAGES: [Language; 8] = [
    Language {
        names: &["haskell", "hs", "purescript", "elm", "idris"],
        shape: Shape::Code(Rules {
            line_comments: &["--"],
            block_comments: &[("{-#", "#-}"), ("{-", "-}")],
            nested_comments: true,
            quoted: &[Quoted::line("\"")],
            words: &[(
                Keyword,
                "as case class data default deriving do else exposing family forall foreign hiding if import in infix infixl \
                 infixr instance let module newtype of port qualified then type where",
            )],
            letters: "'",
            capitals: true,
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["elixir", "ex", "exs", "heex"],
        shape: Shape::Code(Rules {
            line_comments: &["#"],
            quoted: &[
                Quoted::lines("\"\"\"").with_placeholder("#{", b'}'),
                Quoted::lines("\"").with_placeholder("#{", b'}'),
                Quoted::lines("'"),
            ],
            words: &[
                (
                    Keyword,
                    "after alias and catch case cond def defexception defguard defimpl defmacro defmodule defp defprotocol \
                     defstruct do else end fn for if import in not or quote raise receive require rescue try unless unquote \
                     use when with",
                ),
                (Constant, "true false nil"),
            ],
            letters: "?!",
            sigils: &[(b'@', Meta), (b':', Constant)],
            capitals: true,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["erlang", "erl"],
        shape: Shape::Code(Rules {
            line_comments: &["%"],
            quoted: &[Quoted::lines("\""), Quoted::line("'")],
            words: &[
                (
                    Keyword,
                    "after and andalso begin bnot bor bsl bsr bxor case catch div else end fun if let maybe not of or orelse \
                     receive rem try when xor",
                ),
                (Constant, "true false undefined ok error"),
            ],
            directive: Some(b'-'),
            sigils: &[(b'?', Constant), (b'#', Type)],
            ..Rules::NONE
        }),
    },
    Language {
        names: &["ocaml", "ml", "fsharp", "f#", "fs", "reason", "sml"],
        shape: Shape::Code(Rules {
            line_comments: &["//"],
            block_comments: &[("(*", "*)")],
            nested_comments: true,
            quoted: &[Quoted::lines("\"\"\""), Quoted::lines("\"")],
            words: &[
                (
                    Keyword,
                    "abstract and as assert async begin class constraint do done downto elif else end exception external for \
                     fun function functor if in include inherit inline interface lazy let match member method module mutable \
                     namespace new object of open override private rec return sig static struct then to try type use val \
                     virtual when while with yield",
                ),
                (Type, "bool char float int list option string unit"),
                (Constant, "true false None Some"),
            ],
            letters: "'",
            capitals: true,
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &[
            "clojure",
            "clj",
            "cljs",
            "edn",
            "lisp",
            "elisp",
            "scheme",
            "racket",
            "common-lisp",
        ],
        shape: Shape::Code(Rules {
            line_comments: &[";"],
            block_comments: &[("#|", "|#")],
            quoted: &[Quoted::lines("\"")],
            words: &[
                (
                    Keyword,
                    "and case cond def defmacro defmethod defmulti defn defn- defprotocol defrecord defun defvar define do doseq \
                     dotimes fn for if if-let lambda let let* letrec loop new ns or progn quote recur require set! setq \
                     throw try unless when when-let while",
                ),
                (Constant, "true false nil t"),
            ],
            letters: "-?!*+/.<>=",
            sigils: &[(b':', Constant), (b'&', Meta)],
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["nix"],
        shape: Shape::Code(Rules {
            line_comments: &["#"],
            block_comments: &[("/*", "*/")],
            quoted: &[
                Quoted::raw("''", "''").with_placeholder("${", b'}'),
                Quoted::lines("\"").with_placeholder("${", b'}'),
            ],
            words: &[
                (Keyword, "assert else if import in inherit let or rec then with"),
                (Constant, "true false null"),
            ],
            letters: "-'",
            keys: b"=",
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["latex", "tex", "bibtex", "math"],
        shape: Shape::Code(Rules {
            line_comments: &["%"],
            quoted: &[Quoted::raw("$$", "$$"), Quoted::line("$")],
            sigils: &[(b'\\', Keyword), (b'@', Meta)],
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["vim", "viml", "vimscript"],
        shape: Shape::Code(Rules {
            quoted: &[Quoted::raw("'", "'"), Quoted::line("\"")],
            words: &[(
                Keyword,
                "autocmd augroup call command echo else elseif end endfor endfunction endif endwhile execute finish for \
                 function highlight if in inoremap let map nnoremap noremap return set setlocal silent source syntax unlet \
                 vnoremap while",
            )],
            letters: ":#",
            sigils: &[(b'&', Variable), (b'@', Variable)],
            ..Rules::NONE
        }),
    },
];
