//! Shells and scripting languages.

use crate::Class::{Constant, Function, Keyword, Meta, Property, Type, Variable};
use crate::languages::Language;
use crate::rules::{Quoted, Rules, Shape};

const HASH: Rules = Rules { line_comments: &["#"], ..Rules::NONE };

const SHELL: Rules = Rules {
    comments_need_blank: true,
    quoted: &[
        Quoted::lines("$(").ending("").with_class(Meta),
        Quoted::raw("${", "}").with_class(Variable),
        Quoted::lines("\"").with_placeholder("$(", b')'),
        Quoted::raw("'", "'"),
    ],
    words: &[
        (
            Keyword,
            "if then else elif fi for while until do done case esac in function select time return break continue exit \
             export local readonly declare unset set alias source trap shift",
        ),
        (Constant, "true false"),
    ],
    letters: "-./+:@%",
    sigils: &[(b'$', Variable)],
    calls: false,
    commands: true,
    heredoc: true,
    ..HASH
};

pub(super) static LANGUAGES: [Language; 11] = [
    Language {
        names: &["bash", "sh", "shell", "zsh", "fish", "ksh", "shellscript"],
        shape: Shape::Code(SHELL),
    },
    Language {
        names: &["powershell", "ps1", "pwsh", "ps"],
        shape: Shape::Code(Rules {
            block_comments: &[("<#", "#>")],
            quoted: &[
                Quoted::raw("@'", "\n'@"),
                Quoted::raw("@\"", "\n\"@"),
                Quoted::raw("\"", "\"").with_placeholder("$(", b')'),
                Quoted::raw("'", "'"),
            ],
            words: &[(
                Keyword,
                "begin break catch class continue data do dynamicparam else elseif end enum exit filter finally for \
                     foreach from function hidden if in inlinescript param process return static switch throw trap try \
                     until using while workflow",
            )],
            letters: "-:",
            sigils: &[(b'$', Variable)],
            ignores_case: true,
            commands: true,
            calls: false,
            ..HASH
        }),
    },
    Language {
        names: &["bat", "batch", "cmd", "dos"],
        shape: Shape::Code(Rules {
            line_comments: &["::", "REM ", "rem ", "@REM ", "@rem "],
            quoted: &[Quoted::line("\""), Quoted::line("%").with_class(Variable)],
            words: &[(
                Keyword,
                "call cd copy defined del do echo else endlocal errorlevel exist exit for goto if in mkdir move not nul off \
                 on pause popd pushd rd rmdir set setlocal shift start type",
            )],
            ignores_case: true,
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["python", "py", "python3", "pyi", "pycon", "starlark", "bzl", "ipython"],
        shape: Shape::Code(Rules {
            quoted: &[
                Quoted::lines("\"\"\""),
                Quoted::lines("'''"),
                Quoted::line("\""),
                Quoted::line("'"),
            ],
            words: &[
                (
                    Keyword,
                    "and as assert async await break case class continue def del elif else except finally for from global if \
                     import in is lambda match nonlocal not or pass raise return try while with yield",
                ),
                (Type, "bool bytes dict float frozenset int list object set str tuple type"),
                (Constant, "True False None NotImplemented Ellipsis"),
                (Variable, "self cls"),
            ],
            sigils: &[(b'@', Meta)],
            capitals: true,
            ..HASH
        }),
    },
    Language {
        names: &["ruby", "rb", "gemfile", "rakefile", "podfile", "crystal"],
        shape: Shape::Code(Rules {
            block_comments: &[("=begin", "=end")],
            quoted: &[
                Quoted::lines("\"").with_placeholder("#{", b'}'),
                Quoted::lines("'"),
                Quoted::lines("`").with_placeholder("#{", b'}'),
            ],
            words: &[
                (
                    Keyword,
                    "alias and begin break case class def defined? do else elsif end ensure extend for if in include module \
                     next not or private protected public raise redo require require_relative rescue retry return self super \
                     then undef unless until when while yield attr_accessor attr_reader attr_writer",
                ),
                (Constant, "true false nil __FILE__ __LINE__"),
            ],
            letters: "?!",
            sigils: &[(b'@', Variable), (b'$', Variable), (b':', Constant)],
            capitals: true,
            regex: true,
            heredoc: true,
            ..HASH
        }),
    },
    Language {
        names: &["lua", "luau"],
        shape: Shape::Code(Rules {
            line_comments: &["--"],
            block_comments: &[("--[[", "]]")],
            quoted: &[Quoted::raw("[[", "]]"), Quoted::line("\""), Quoted::line("'")],
            words: &[
                (
                    Keyword,
                    "and break do else elseif end for function goto if in local not or repeat return then until while",
                ),
                (Constant, "true false nil"),
                (Variable, "self"),
            ],
            ..Rules::NONE
        }),
    },
    Language {
        names: &["perl", "pl", "pm", "raku"],
        shape: Shape::Code(Rules {
            quoted: &[Quoted::lines("\""), Quoted::raw("'", "'")],
            words: &[(
                Keyword,
                "and cmp continue do each else elsif eq for foreach ge given gt if keys last le local lt my ne next no not or \
                 our package print redo require return say shift splice sub unless until use values when while xor",
            )],
            sigils: &[(b'$', Variable), (b'@', Variable), (b'%', Variable)],
            heredoc: true,
            ..HASH
        }),
    },
    Language {
        names: &["r", "rscript", "splus"],
        shape: Shape::Code(Rules {
            quoted: &[Quoted::lines("\""), Quoted::lines("'")],
            words: &[
                (Keyword, "break else for function if in library next repeat require return while"),
                (Constant, "TRUE FALSE NULL NA NaN Inf T F"),
            ],
            letters: ".",
            ..HASH
        }),
    },
    Language {
        names: &["julia", "jl"],
        shape: Shape::Code(Rules {
            block_comments: &[("#=", "=#")],
            quoted: &[Quoted::lines("\"\"\""), Quoted::lines("\"")],
            words: &[
                (
                    Keyword,
                    "abstract baremodule begin break catch const continue do else elseif end export finally for function \
                     global if import in let local macro module mutable primitive quote return struct try type using where \
                     while",
                ),
                (Constant, "true false nothing missing"),
            ],
            letters: "!",
            sigils: &[(b'@', Meta), (b':', Constant)],
            capitals: true,
            ..HASH
        }),
    },
    Language {
        names: &["make", "makefile", "mk", "just", "justfile"],
        shape: Shape::Code(Rules {
            quoted: &[
                Quoted::line("$(").ending(")").with_class(Variable),
                Quoted::line("${").ending("}").with_class(Variable),
                Quoted::line("{{").ending("}}").with_class(Variable),
                Quoted::line("\""),
                Quoted::line("'"),
            ],
            words: &[(
                Keyword,
                "define else endef endif export ifdef ifeq ifndef ifneq include override set unexport vpath",
            )],
            letters: "-./%",
            sigils: &[(b'$', Variable), (b'.', Keyword), (b'@', Meta)],
            keys: b":=?",
            calls: false,
            ..HASH
        }),
    },
    Language {
        names: &["dockerfile", "docker", "containerfile"],
        shape: Shape::Code(Rules {
            comments_need_blank: true,
            quoted: &[
                Quoted::raw("${", "}").with_class(Variable),
                Quoted::line("\""),
                Quoted::raw("'", "'"),
            ],
            words: &[
                (
                    Keyword,
                    "ADD ARG AS CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL MAINTAINER ONBUILD RUN SHELL STOPSIGNAL \
                     USER VOLUME WORKDIR as",
                ),
                (Property, "true false"),
                (
                    Function,
                    "apt apt-get apk npm pip cargo go yarn pnpm make curl wget mkdir rm cp mv chmod chown",
                ),
            ],
            letters: "-./+:",
            sigils: &[(b'$', Variable)],
            calls: false,
            heredoc: true,
            ..HASH
        }),
    },
];
