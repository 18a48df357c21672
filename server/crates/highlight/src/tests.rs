//! Tests of classes by language, of token ranges, and of running time.

use std::time::{Duration, Instant};

use crate::*;

/// Compares the tokens of `code`, written as `class:text`, with the expected ones.
#[track_caller]
fn check(language: &str, code: &str, expected: &[&str]) {
    let actual: Vec<_> = highlight(language, code)
        .into_iter()
        .map(|token| {
            format!("{}:{}", token.class.name().trim_start_matches("hl-"), &code[token.range])
        })
        .collect();
    assert_eq!(actual, expected, "{language}: {code}");
}

#[test]
fn rust_lifetimes_and_raw_strings_are_highlighted() {
    check(
        "rust",
        "#[test]\nfn f<'a>(x: &'a str) -> Self { r#\"a\"b\"#; 'c'; vec![1_0.5e-3] } // 完",
        &[
            "meta:#[test]",
            "keyword:fn",
            "function:f",
            "meta:'a",
            "meta:'a",
            "type:str",
            "type:Self",
            "string:r#\"a\"b\"#",
            "string:'c'",
            "function:vec",
            "number:1_0.5e-3",
            "comment:// 完",
        ],
    );
    check(
        "rust",
        "/* a /* b */ c */ x.type() 1..2",
        &["comment:/* a /* b */ c */", "function:type", "number:1", "number:2"],
    );
}

#[test]
fn colon_of_a_conditional_operator_is_not_a_symbol() {
    for (code, expected) in [
        ("a ? b :c", &[][..]),
        ("a ? b(1) :c", &["function:b", "number:1"]),
        ("a ? :b : c", &["constant::b"]),
        ("a ? b[:c] : d", &["constant::c"]),
        ("a = b ? c :d\ne :f", &["constant::f"]),
    ] {
        check("ruby", code, expected);
    }
}

#[test]
fn typescript_templates_and_regexes_are_highlighted() {
    check(
        "ts",
        "const a = `x ${b(`${c}`)} y`; a / b / c; f(/[/]x/g)",
        &[
            "keyword:const",
            "string:`x ",
            "meta:${",
            "function:b",
            "string:`",
            "meta:${",
            "meta:}",
            "string:`",
            "meta:}",
            "string: y`",
            "function:f",
            "string:/[/]x/g",
        ],
    );
    check(
        "tsx",
        "return <Tabs.Item label=\"a\">x</Tabs.Item>",
        &["keyword:return", "tag:Tabs.Item", "property:label", "string:\"a\"", "tag:Tabs.Item"],
    );
}

#[test]
fn keys_and_values_of_data_formats_are_highlighted() {
    check(
        "json",
        "{\"a\": [1, true, \"b\"]}",
        &["property:\"a\"", "number:1", "constant:true", "string:\"b\""],
    );
    check(
        "toml",
        "[a.b]\nc-d = \"e\" # f\n",
        &["tag:[a.b]", "property:c-d", "string:\"e\"", "comment:# f"],
    );
    check(
        "yaml",
        "a: 1\n- b: [x, 'y'] # c\nd: |\n  text: x\ne: true\n",
        &[
            "property:a",
            "number:1",
            "property:b",
            "string:'y'",
            "comment:# c",
            "property:d",
            "string:text: x",
            "property:e",
            "constant:true",
        ],
    );
    check("ini", "; a\n[b]\nc = 1\n", &["comment:; a", "tag:[b]", "property:c", "number:1"]);
}

#[test]
fn shell_code_and_console_sessions_are_highlighted() {
    check(
        "bash",
        "npm install --save x # y\ncat <<EOF | sh\n$a\nEOF\necho \"b $(date)\"\n",
        &[
            "function:npm",
            "property:--save",
            "comment:# y",
            "function:cat",
            "string:<<EOF",
            "function:sh",
            "string:$a\nEOF\n",
            "function:echo",
            "string:\"b ",
            "meta:$(",
            "function:date",
            "meta:)",
            "string:\"",
        ],
    );
    check("console", "$ ls -l\ntotal 0\n", &["prompt:$ ", "function:ls", "property:-l"]);
    check("console", "# a\n$ ls\n", &["comment:# a", "prompt:$ ", "function:ls"]);
    check("console", "# ls\nout\n", &["prompt:# ", "function:ls"]);
}

/// Compares the prompts and continuation lines of a console session with the expected ones.
#[track_caller]
fn check_session(code: &str, expected: &[&str]) {
    let mut actual = highlight("console", code);
    actual.retain(|token| matches!(token.class, Class::Prompt | Class::Continuation));
    let actual: Vec<_> = actual.into_iter().map(|token| &code[token.range]).collect();
    assert_eq!(actual, expected, "{code}");
}

#[test]
fn hash_sign_is_prompt_only_if_the_session_begins_with_it() {
    check_session("npm install\n# 注释\nnpm test\n", &[]);
    check_session("\n# ls\nout\n# pwd\n", &["# ", "# "]);
}

#[test]
fn continuation_lines_belong_to_the_console_command() {
    for (code, expected) in [
        ("$ cat > a <<EOF\na: 1\n\n$x\nEOF\n$ ls\n", &["$ ", "\na: 1\n\n$x\nEOF", "$ "][..]),
        ("$ cat <<-'END' > a\na\n\tEND\nout\n", &["$ ", "\na\n\tEND"]),
        ("# cat <<EOF\n# b\nEOF\n# ls\n", &["# ", "\n# b\nEOF", "# "]),
        ("$ curl -d '{\n \"a\": 1\n}' x\nout\n", &["$ ", "\n \"a\": 1\n}' x"]),
        ("$ curl \\\n -d '{\n}' \\\n x\nout\n", &["$ ", "\n -d '{\n}' \\\n x"]),
        ("$ git commit -m \"a\n\nb's\"\nout\n", &["$ ", "\n\nb's\""]),
        ("$ echo it's\nout\n$ echo 'a'\n", &["$ ", "$ "]),
        ("$ ls # it's\nisn't\n", &["$ "]),
        ("$ cat <<< a\na\n$ echo $((1<<x))\n", &["$ ", "$ "]),
        ("$ cat <<EOF\n> a\n> EOF\na\n", &["$ ", "> ", "> "]),
        ("$ cat <<EOF\na\n$ ls\n", &["$ ", "$ "]),
        (
            ">>> def f():\n...     pass\n...\n>>> f()\n... out\n",
            &[">>> ", "... ", "...", ">>> ", "... "],
        ),
        ("$ ls\n... 3 more\n", &["$ "]),
    ] {
        check_session(code, expected);
    }
}

#[test]
fn markup_stylesheets_and_diffs_are_highlighted() {
    check(
        "vue",
        "<!-- a --><p :b=\"c\">&amp;</p><script lang=\"ts\">let x: string</script><style>a { color: red }</style>",
        &[
            "comment:<!-- a -->",
            "tag:p",
            "property::b",
            "string:\"c\"",
            "constant:&amp;",
            "tag:p",
            "tag:script",
            "property:lang",
            "string:\"ts\"",
            "keyword:let",
            "type:string",
            "tag:script",
            "tag:style",
            "tag:a",
            "property:color",
            "tag:style",
        ],
    );
    check(
        "css",
        "a:hover, #b { --c: 1px; margin:0 }",
        &[
            "tag:a",
            "tag:hover",
            "tag:#b",
            "variable:--c",
            "number:1px",
            "property:margin",
            "number:0",
        ],
    );
    check(
        "md",
        "# A\n- `b` [c](d)\n```js\nlet e\n```\n",
        &[
            "heading:# A",
            "keyword:-",
            "string:`b`",
            "property:(d)",
            "meta:```js",
            "keyword:let",
            "meta:```",
        ],
    );
    check("diff", "-a\n+b\n c\n", &["deleted:-a", "inserted:+b"]);
}

#[test]
fn keywords_depend_on_the_language() {
    for (language, code, expected) in [
        (
            "python",
            "@a\ndef f(self): return None",
            "meta:@a keyword:def function:f variable:self keyword:return constant:None",
        ),
        (
            "sql",
            "(SELECT 'it''s' FROM t) -- x",
            "keyword:SELECT string:'it''s' keyword:FROM comment:-- x",
        ),
        (
            "c",
            "#include <a.h>\nint main(void)",
            "meta:#include string:<a.h> type:int function:main type:void",
        ),
        ("dockerfile", "FROM a:1 AS b", "keyword:FROM keyword:AS"),
        ("go", "func (s *S) F() error", "keyword:func function:F type:error"),
    ] {
        let actual: Vec<_> = highlight(language, code)
            .into_iter()
            .map(|token| format!("{}:{}", &token.class.name()[3..], &code[token.range]))
            .collect();
        assert_eq!(actual.join(" "), expected, "{language}");
    }
    assert!(highlight("no-such-language", "let x = 1;").is_empty());
}

#[track_caller]
fn is_well_formed(language: &str, code: &str) {
    let mut end = 0;
    for token in highlight(language, code) {
        assert!(
            token.range.start >= end && token.range.end > token.range.start,
            "{language} {code:?}"
        );
        assert!(code.get(token.range.clone()).is_some(), "{language} {code:?} {token:?}");
        end = token.range.end;
    }
}

/// The inputs could cause repeated searches for a missing closing delimiter.
#[test]
fn highlighting_time_is_limited_for_unclosed_delimiters() {
    for language in languages::first_names() {
        for piece in [
            "a", "文", "\"", "'", "`", "/*", "(*", "{-", "<", "<a ", "<<A ", "<<A\n", "${", "`${",
            "#{", "r#", "r#\"", "= /[", "\\", "{{", "[[", "](", "**", "```\n", ": ", "a: |\n",
            "$(", "\"$(", "<script>", "<!--", "- ", "&", "x:y{", "#", "\"\"\"", "'a", "@\"",
            "$ a\\\n", "1e+", "--[[", ".", "=begin",
        ] {
            let code = piece.repeat(60_000 / piece.len());
            let start = Instant::now();
            is_well_formed(language, &code);
            assert!(
                start.elapsed() < Duration::from_secs(2),
                "{language} {piece:?} {:?}",
                start.elapsed()
            );
        }
    }
}

proptest::proptest! {
    #[test]
    fn tokens_of_any_text_are_ordered_and_in_bounds(
        code in "[a-cA-C0-9文é\"'`/*<>{}()\\[\\]#$@:;=.,|&!?~\\\\ \n-]{0,200}",
        at in 0_usize..1000,
    ) {
        let names = languages::first_names();
        is_well_formed(names[at % names.len()], &code);
    }
}
