//! Languages of the C family.

use crate::Class::{Constant, Function, Keyword, Meta, Type, Variable};
use crate::languages::Language;
use crate::rules::{Quoted, Rules, Shape};

/// Rules for `//`, `/* */`, and single and double quotes.
pub(super) const C: Rules = Rules {
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    quoted: &[Quoted::line("\""), Quoted::line("'")],
    ..Rules::NONE
};

const JAVA: Rules = Rules {
    quoted: &[Quoted::lines("\"\"\""), Quoted::line("\""), Quoted::line("'")],
    sigils: &[(b'@', Meta)],
    capitals: true,
    ..C
};

pub(super) static LANGUAGES: [Language; 17] = [
    Language {
        names: &["rust", "rs"],
        shape: Shape::Code(Rules {
            nested_comments: true,
            quoted: &[
                Quoted::raw("#![", "]").with_class(Meta),
                Quoted::raw("#[", "]").with_class(Meta),
                Quoted::lines("\""),
            ],
            words: &[
                (
                    Keyword,
                    "as async await break const continue crate dyn else enum extern fn for gen if impl in let loop \
                     macro_rules match mod move mut pub ref return self static struct super trait type unsafe use \
                     where while yield",
                ),
                (
                    Type,
                    "Self bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize",
                ),
                (Constant, "true false"),
            ],
            capitals: true,
            rust: true,
            ..C
        }),
    },
    Language {
        names: &["go", "golang"],
        shape: Shape::Code(Rules {
            quoted: &[Quoted::raw("`", "`"), Quoted::line("\""), Quoted::line("'")],
            words: &[
                (
                    Keyword,
                    "break case chan const continue default defer else fallthrough for func go goto if import \
                     interface map package range return select struct switch type var",
                ),
                (
                    Type,
                    "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 \
                     rune string uint uint8 uint16 uint32 uint64 uintptr",
                ),
                (Constant, "true false nil iota"),
            ],
            ..C
        }),
    },
    Language {
        names: &["java", "jsp"],
        shape: Shape::Code(Rules {
            words: &[
                (
                    Keyword,
                    "abstract assert break case catch class const continue default do else enum exports extends final \
                     finally for goto if implements import instanceof interface module native new non-sealed package \
                     permits private protected public record requires return sealed static strictfp super switch \
                     synchronized this throw throws transient try var volatile when while yield",
                ),
                (Type, "boolean byte char double float int long short void"),
                (Constant, "true false null"),
            ],
            ..JAVA
        }),
    },
    Language {
        names: &["kotlin", "kt", "kts"],
        shape: Shape::Code(Rules {
            nested_comments: true,
            quoted: &[
                Quoted::raw("\"\"\"", "\"\"\"").with_placeholder("${", b'}'),
                Quoted::line("\"").with_placeholder("${", b'}'),
                Quoted::line("'"),
            ],
            words: &[
                (
                    Keyword,
                    "abstract actual annotation as break by catch class companion const constructor continue crossinline \
                     data do else enum expect external final finally for fun get if import in infix init inline inner \
                     interface internal is lateinit noinline object open operator out override package private protected \
                     public reified return sealed set super suspend tailrec this throw try typealias val var vararg when \
                     where while",
                ),
                (Constant, "true false null"),
            ],
            ..JAVA
        }),
    },
    Language {
        names: &["scala", "sc"],
        shape: Shape::Code(Rules {
            nested_comments: true,
            quoted: &[
                Quoted::raw("\"\"\"", "\"\"\"").with_placeholder("${", b'}'),
                Quoted::line("\"").with_placeholder("${", b'}'),
                Quoted::line("'"),
            ],
            words: &[
                (
                    Keyword,
                    "abstract case catch class def derives do else end enum export extends extension final finally for \
                     forSome given if implicit import inline lazy match new object opaque open override package private \
                     protected return sealed super then this throw trait transparent try type using val var while with \
                     yield",
                ),
                (Constant, "true false null"),
            ],
            ..JAVA
        }),
    },
    Language {
        names: &["groovy", "gradle", "jenkinsfile"],
        shape: Shape::Code(Rules {
            quoted: &[
                Quoted::lines("\"\"\"").with_placeholder("${", b'}'),
                Quoted::lines("'''"),
                Quoted::line("\"").with_placeholder("${", b'}'),
                Quoted::line("'"),
            ],
            words: &[
                (
                    Keyword,
                    "abstract as assert break case catch class continue def default do else enum extends final finally \
                     for goto if implements import in instanceof interface native new package private protected public \
                     return static super switch this throw throws trait try var while",
                ),
                (Type, "boolean byte char double float int long short void"),
                (Constant, "true false null"),
            ],
            ..JAVA
        }),
    },
    Language {
        names: &["swift"],
        shape: Shape::Code(Rules {
            nested_comments: true,
            quoted: &[
                Quoted::lines("\"\"\"").with_placeholder("\\(", b')'),
                Quoted::line("\"").with_placeholder("\\(", b')'),
            ],
            words: &[
                (
                    Keyword,
                    "actor any as associatedtype async await borrowing break case catch class consuming continue \
                     convenience default defer deinit didSet do dynamic else enum extension fallthrough fileprivate final \
                     for func get guard if import in indirect infix init inout internal is isolated lazy let macro mutating \
                     nonisolated nonmutating open operator optional override postfix precedencegroup prefix private \
                     protocol public repeat required rethrows return self set some static struct subscript super switch \
                     throw throws try typealias unowned var weak where while willSet",
                ),
                (Constant, "true false nil"),
            ],
            sigils: &[(b'@', Meta), (b'#', Meta), (b'$', Variable)],
            capitals: true,
            ..C
        }),
    },
    Language {
        names: &["c", "h", "objc", "objective-c", "m"],
        shape: Shape::Code(Rules {
            words: &[
                (
                    Keyword,
                    "alignas alignof auto break case const constexpr continue default do else enum extern for goto if inline \
                     register restrict return sizeof static static_assert struct switch thread_local typedef typeof union \
                     volatile while _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local",
                ),
                (
                    Type,
                    "bool char double float int long short signed unsigned void int8_t int16_t int32_t int64_t uint8_t \
                     uint16_t uint32_t uint64_t size_t ssize_t ptrdiff_t intptr_t uintptr_t wchar_t FILE id",
                ),
                (Constant, "true false NULL nullptr nil YES NO"),
            ],
            sigils: &[(b'@', Keyword)],
            directive: Some(b'#'),
            ..C
        }),
    },
    Language {
        names: &["cpp", "c++", "cc", "cxx", "hpp", "hxx", "arduino", "ino", "cuda"],
        shape: Shape::Code(Rules {
            quoted: &[Quoted::raw("R\"(", ")\""), Quoted::line("\""), Quoted::line("'")],
            words: &[
                (
                    Keyword,
                    "alignas alignof and asm auto break case catch class co_await co_return co_yield concept const consteval \
                     constexpr constinit const_cast continue decltype default delete do dynamic_cast else enum explicit \
                     export extern final for friend goto if import inline module mutable namespace new noexcept not operator \
                     or override private protected public register reinterpret_cast requires return sizeof static \
                     static_assert static_cast struct switch template this thread_local throw try typedef typeid typename \
                     union using virtual volatile while xor",
                ),
                (
                    Type,
                    "bool char char8_t char16_t char32_t double float int long short signed unsigned void wchar_t int8_t \
                     int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t string vector map",
                ),
                (Constant, "true false NULL nullptr"),
            ],
            directive: Some(b'#'),
            ..C
        }),
    },
    Language {
        names: &["csharp", "c#", "cs"],
        shape: Shape::Code(Rules {
            quoted: &[
                Quoted::raw("\"\"\"", "\"\"\""),
                Quoted::raw("@\"", "\""),
                Quoted::line("$\"").with_placeholder("{", b'}').ending("\""),
                Quoted::line("\""),
                Quoted::line("'"),
            ],
            words: &[
                (
                    Keyword,
                    "abstract as async await base break case catch checked class const continue default delegate do else enum \
                     event explicit extern file finally fixed for foreach get global goto if implicit in init interface \
                     internal is lock namespace new not operator or out override params partial private protected public \
                     readonly record ref required return scoped sealed set sizeof stackalloc static struct switch this throw \
                     try typeof unchecked unsafe using value var virtual volatile when where while with yield",
                ),
                (
                    Type,
                    "bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint ulong \
                     ushort void",
                ),
                (Constant, "true false null"),
            ],
            directive: Some(b'#'),
            ..C
        }),
    },
    Language {
        names: &["php"],
        shape: Shape::Code(Rules {
            line_comments: &["//", "# ", "#\t"],
            quoted: &[
                Quoted::raw("#[", "]").with_class(Meta),
                Quoted::raw("<?php", "").with_class(Meta),
                Quoted::raw("<?=", "").with_class(Meta),
                Quoted::raw("?>", "").with_class(Meta),
                Quoted::lines("\"").with_placeholder("{$", b'}'),
                Quoted::lines("'"),
            ],
            words: &[
                (
                    Keyword,
                    "abstract and array as break callable case catch class clone const continue declare default do echo else \
                     elseif empty enddeclare endfor endforeach endif endswitch endwhile enum extends final finally fn for \
                     foreach function global goto if implements include include_once instanceof insteadof interface isset \
                     list match namespace new or print private protected public readonly require require_once return static \
                     switch throw trait try unset use var while xor yield",
                ),
                (Type, "bool float int iterable mixed never object self string void"),
                (Constant, "true false null"),
            ],
            sigils: &[(b'$', Variable)],
            ignores_case: true,
            heredoc: true,
            ..C
        }),
    },
    Language {
        names: &["dart"],
        shape: Shape::Code(Rules {
            quoted: &[
                Quoted::lines("'''").with_placeholder("${", b'}'),
                Quoted::lines("\"\"\"").with_placeholder("${", b'}'),
                Quoted::line("'").with_placeholder("${", b'}'),
                Quoted::line("\"").with_placeholder("${", b'}'),
            ],
            words: &[
                (
                    Keyword,
                    "abstract as assert async await base break case catch class const continue covariant default deferred do \
                     else enum export extends extension external factory final finally for get hide if implements import in \
                     interface is late library mixin new on operator part required rethrow return sealed set show static \
                     super switch sync this throw try typedef var when while with yield",
                ),
                (Type, "bool double dynamic int num void"),
                (Constant, "true false null"),
            ],
            ..JAVA
        }),
    },
    Language {
        names: &["zig"],
        shape: Shape::Code(Rules {
            block_comments: &[],
            quoted: &[Quoted::raw("\\\\", "\n"), Quoted::line("\""), Quoted::line("'")],
            words: &[
                (
                    Keyword,
                    "align allowzero and anyframe anytype asm async await break callconv catch comptime const continue defer \
                     else enum errdefer error export extern fn for if inline linksection noalias nosuspend opaque or orelse \
                     packed pub resume return struct suspend switch test threadlocal try union unreachable usingnamespace \
                     var volatile while",
                ),
                (
                    Type,
                    "anyerror bool f16 f32 f64 f128 i8 i16 i32 i64 i128 isize noreturn type u8 u16 u32 u64 u128 usize void",
                ),
                (Constant, "true false null undefined"),
            ],
            sigils: &[(b'@', Function)],
            ..C
        }),
    },
    Language {
        names: &["protobuf", "proto"],
        shape: Shape::Code(Rules {
            words: &[
                (
                    Keyword,
                    "enum extend extensions import map message oneof option optional package public repeated required \
                     reserved returns rpc service stream syntax weak",
                ),
                (
                    Type,
                    "bool bytes double fixed32 fixed64 float int32 int64 sfixed32 sfixed64 sint32 sint64 string uint32 uint64",
                ),
                (Constant, "true false"),
            ],
            ..C
        }),
    },
    Language {
        names: &["solidity", "sol"],
        shape: Shape::Code(Rules {
            words: &[
                (
                    Keyword,
                    "abstract anonymous as assembly break calldata catch constant constructor continue contract delete do \
                     else emit enum error event external fallback for from function if immutable import indexed interface \
                     internal is library mapping memory modifier new override payable pragma private public pure receive \
                     return returns revert storage struct try type unchecked using view virtual while",
                ),
                (Type, "address bool byte bytes bytes32 int int256 string uint uint8 uint256"),
                (Constant, "true false"),
            ],
            ..C
        }),
    },
    Language {
        names: &["glsl", "hlsl", "wgsl", "frag", "vert"],
        shape: Shape::Code(Rules {
            words: &[
                (
                    Keyword,
                    "attribute break case const continue default discard do else fn for if in inout layout let out precision \
                     return struct switch uniform var varying while",
                ),
                (
                    Type,
                    "bool f32 float i32 int mat2 mat3 mat4 sampler2D u32 uint vec2 vec3 vec4 void",
                ),
                (Constant, "true false"),
            ],
            directive: Some(b'#'),
            sigils: &[(b'@', Meta)],
            ..C
        }),
    },
    Language {
        names: &["typst", "typ"],
        shape: Shape::Code(Rules {
            quoted: &[Quoted::line("\"")],
            words: &[(Constant, "true false none auto")],
            letters: "-",
            sigils: &[(b'#', Keyword), (b'@', Meta)],
            ..C
        }),
    },
];
