//! Data formats, query languages, configuration formats, and assembly languages.

use crate::Class::{Constant, Function, Keyword, Meta, Type, Variable};
use crate::languages::Language;
use crate::rules::{Quoted, Rules, Shape};

pub(super) static LANGUAGES: [Language; 10] = [
    Language {
        names: &[
            "json",
            "jsonc",
            "json5",
            "jsonl",
            "ndjson",
            "geojson",
            "webmanifest",
            "importmap",
        ],
        shape: Shape::Code(Rules {
            line_comments: &["//"],
            block_comments: &[("/*", "*/")],
            quoted: &[Quoted::line("\""), Quoted::line("'")],
            words: &[(Constant, "true false null NaN Infinity")],
            keys: b":",
            string_keys: true,
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["toml"],
        shape: Shape::Code(Rules {
            line_comments: &["#"],
            quoted: &[
                Quoted::lines("\"\"\""),
                Quoted::raw("'''", "'''"),
                Quoted::line("\""),
                Quoted::raw("'", "'"),
            ],
            words: &[(Constant, "true false inf nan")],
            letters: "-.",
            directive: Some(b'['),
            keys: b"=",
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["hcl", "terraform", "tf", "tfvars", "nomad"],
        shape: Shape::Code(Rules {
            line_comments: &["#", "//"],
            block_comments: &[("/*", "*/")],
            quoted: &[Quoted::line("\"").with_placeholder("${", b'}')],
            words: &[
                (
                    Keyword,
                    "check data dynamic else endfor endif for for_each if import in locals module moved output provider \
                     removed resource terraform variable",
                ),
                (Type, "any bool list map number object set string tuple"),
                (Constant, "true false null"),
            ],
            letters: "-",
            keys: b"=",
            heredoc: true,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["nginx", "nginxconf", "caddy", "caddyfile", "apache", "apacheconf", "haproxy"],
        shape: Shape::Code(Rules {
            line_comments: &["#"],
            comments_need_blank: true,
            quoted: &[Quoted::line("\""), Quoted::line("'")],
            words: &[
                (Keyword, "http server location upstream events if stream map geo types"),
                (Constant, "on off true false"),
            ],
            letters: "-./:",
            sigils: &[(b'$', Variable), (b'@', Meta)],
            commands: true,
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &[
            "sql",
            "mysql",
            "postgresql",
            "postgres",
            "pgsql",
            "sqlite",
            "plsql",
            "tsql",
            "hiveql",
            "hql",
            "mariadb",
            "psql",
        ],
        shape: Shape::Code(Rules {
            line_comments: &["--", "#"],
            comments_need_blank: true,
            block_comments: &[("/*", "*/")],
            quoted: &[Quoted::raw("'", "'"), Quoted::raw("\"", "\""), Quoted::line("`")],
            words: &[
                (
                    Keyword,
                    "add after all alter analyze and any as asc auto_increment begin between by cascade case change check \
                     collate column comment commit conflict constraint create cross current database declare default delete \
                     desc describe distinct do drop each else elsif end engine escape except exec execute exists explain fetch \
                     filter first for foreign from full function grant group having if ignore ilike in index inner insert \
                     intersect into is join key language last lateral left like limit local lock loop materialized merge \
                     modify natural not nothing nulls of offset on only or order outer over overwrite partition partitioned \
                     primary procedure recursive references refresh rename replace restrict returning returns revoke right \
                     rollback row rows schema select set show some start stored table temporary then to transaction trigger \
                     truncate type union unique unlock update use using values view when where window with without",
                ),
                (
                    Type,
                    "array bigint binary bit blob bool boolean bytea char clob date datetime decimal double enum float int \
                     int4 int8 integer interval json jsonb longtext mediumtext money numeric real serial smallint string text \
                     time timestamp timestamptz tinyint uuid varbinary varchar varchar2 xml",
                ),
                (Constant, "true false null"),
            ],
            sigils: &[(b'@', Variable), (b':', Variable), (b'$', Variable)],
            ignores_case: true,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["graphql", "gql"],
        shape: Shape::Code(Rules {
            line_comments: &["#"],
            quoted: &[Quoted::lines("\"\"\""), Quoted::line("\"")],
            words: &[
                (
                    Keyword,
                    "directive enum extend fragment implements input interface mutation on query scalar schema subscription \
                     type union",
                ),
                (Type, "Boolean Float ID Int String"),
                (Constant, "true false null"),
            ],
            sigils: &[(b'$', Variable), (b'@', Meta)],
            keys: b":",
            capitals: true,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["prisma"],
        shape: Shape::Code(Rules {
            line_comments: &["//"],
            quoted: &[Quoted::line("\"")],
            words: &[
                (Keyword, "datasource enum generator model type view"),
                (Type, "BigInt Boolean Bytes DateTime Decimal Float Int Json String"),
                (Constant, "true false null"),
            ],
            sigils: &[(b'@', Meta)],
            keys: b"=",
            capitals: true,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["cmake"],
        shape: Shape::Code(Rules {
            line_comments: &["#"],
            block_comments: &[("#[[", "]]")],
            quoted: &[Quoted::lines("\""), Quoted::line("${").ending("}").with_class(Variable)],
            words: &[
                (
                    Keyword,
                    "and break continue else elseif endforeach endfunction endif endmacro endwhile foreach function if in macro \
                     not or return while",
                ),
                (Constant, "on off true false public private interface required"),
            ],
            ignores_case: true,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["http", "https", "rest"],
        shape: Shape::Code(Rules {
            line_comments: &["# "],
            quoted: &[Quoted::line("\"")],
            words: &[
                (Keyword, "CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE"),
                (Function, "HTTP"),
                (Constant, "true false null"),
            ],
            letters: "-",
            keys: b":",
            string_keys: true,
            calls: false,
            ..Rules::NONE
        }),
    },
    Language {
        names: &["asm", "assembly", "nasm", "x86asm", "armasm", "wasm", "wat", "llvm"],
        shape: Shape::Code(Rules {
            line_comments: &[";;", ";", "//"],
            quoted: &[Quoted::line("\""), Quoted::line("'")],
            words: &[
                (
                    Keyword,
                    "section global extern db dw dd dq equ module func param result local export import memory data",
                ),
                (Type, "i32 i64 f32 f64 byte word dword qword"),
            ],
            letters: ".",
            sigils: &[(b'.', Keyword), (b'$', Variable), (b'%', Variable), (b'@', Variable)],
            keys: b":",
            commands: true,
            ..Rules::NONE
        }),
    },
];
