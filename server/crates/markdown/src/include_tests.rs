//! Tests of includes.

use super::*;

fn files(path: &str) -> Option<Arc<str>> {
    let text = match path {
        "zh/a.js" => "1\n// #region x\n2\n3\n// #endregion x\n",
        "top.md" => "---\ntitle: T\n---\nT\n",
        "zh/parts/p.md" => "p\n<!--@include: ./q.md-->\n",
        "zh/parts/q.md" => "```q```\nq",
        "zh/loop.md" => "l\n<!--@include: ./loop.md-->\n",
        "zh/page.md" => "self",
        "zh/_a.mdx" => "---\ntitle: T\n---\nA\n\nB\n",
        "zh/_b.mdx" => "import C from './_a.mdx'\n\n<C />\n",
        "zh/two.md" => "{{#include two2.md}}\n{{#include two2.md}}\n",
        "zh/two2.md" => "{{#include two3.md}}\n{{#include two3.md}}\n",
        "zh/two3.md" => "{{#include two.md}}x\n",
        "zh/wide.md" => return Some("<!--@include: ./wide2.md-->\n".repeat(1000).into()),
        "zh/wide2.md" => return Some("w".repeat(100_000).into()),
        _ => return None,
    };
    Some(text.into())
}

#[track_caller]
fn check(body: &str, expected: &str, issues: &[(u32, &str)]) {
    let expanded = expand(body, "zh/page.md", &files);
    assert_eq!(expanded.text, expected, "{body}");
    let actual: Vec<_> = expanded
        .issues
        .iter()
        .map(|issue| {
            let reason = issue.detail.rsplit_once(": ").map_or("", |(_, reason)| reason);
            (issue.line.unwrap_or_default(), reason)
        })
        .collect();
    assert_eq!(actual, issues, "{body}");
}

#[test]
fn included_code_is_in_its_own_fence() {
    check(
        "a\n\n<<< ./a.js#x{2 :line-numbers} [t]\nb",
        "a\n\n```js:line-numbers {2} [t]\n2\n3\n```\nb",
        &[],
    );
    check("- <<<\n  <<< @/zh/parts/q.md{md}\n", "- <<<\n  ````md\n  ```q```\n  q\n  ````\n", &[]);
}

#[test]
fn included_text_without_front_matter_replaces_directive() {
    check("<!--@include: /top.md-->\n", "T\n", &[]);
    check("x\n<!-- @include: @/zh/parts/p.md -->\ny\n", "x\np\n```q```\nq\ny\n", &[]);
    check("```js\n{{#include a.js:1:1}}\n```\n", "```js\n1\n```\n", &[]);
    check("--8<-- \"zh/a.js:1\"\n    --8<-- \"top.md\"", "1\n    T", &[]);
    check("a {{#include top.md}} b {{#include ../top.md}}\n", "a T b T\n", &[]);
}

#[test]
fn imported_code_of_vuepress_is_in_a_fence() {
    check("@[code](./a.js)\n", "```js\n1\n// #region x\n2\n3\n// #endregion x\n```\n", &[]);
    check(
        "- x\n  @[code{3-4} ts{2}:no-line-numbers](@/zh/a.js)\n",
        "- x\n  ```ts{2}:no-line-numbers\n  2\n  3\n  ```\n",
        &[],
    );
    check("@[code{1-1}:no-line-numbers](./a.js)", "```js:no-line-numbers\n1\n```", &[]);
    check("@[code](./no.js)\n", "@[code](./no.js)\n", &[(1, "no such file")]);
    check("`@[code](./a.js)`\n", "`@[code](./a.js)`\n", &[]);
    check("```md\n@[code](./a.js)\n```\n", "```md\n@[code](./a.js)\n```\n", &[]);
}

#[test]
fn file_named_in_an_empty_code_block_is_inserted() {
    check(
        "```js file=\"./a.js\" {1}\n```\ny\n",
        "```js file=\"./a.js\" {1}\n1\n// #region x\n2\n3\n// #endregion x\n```\ny\n",
        &[],
    );
    check(
        "- x\n  ~~~md file='<root>/top.md'\n  ~~~\n",
        "- x\n  ~~~md file='<root>/top.md'\n  T\n  ~~~\n",
        &[],
    );
    for (text, reason) in [
        ("```js file=\"./no.js\"\n```\n", "no such file"),
        ("```md file=\"./parts/q.md\"\n```\n", "the file contains the fence of the code block"),
    ] {
        check(text, text, &[(1, reason)]);
    }
    for text in [
        "```js file=\"./a.js\"\nx\n```\n",
        "````md\n```js file=\"./a.js\"\n```\n````\n",
        "```js file=\"./a.js\"\n",
        "`` file=\"./a.js\"\n``\n",
    ] {
        check(text, text, &[]);
    }
    let expanded = expand("```js file=\"a.js\"\n```\nb\n", "zh/page.md", &files);
    let lines: Vec<_> = (1..=8).map(|line| expanded.lines.original(line)).collect();
    assert_eq!(lines, [1, 1, 1, 1, 1, 1, 2, 3]);
}

#[test]
fn mdbook_playground_alone_on_its_line_is_a_code_block() {
    check("{{#playground a.js:1 editable}}\n", "```js\n1\n```\n", &[]);
    check("```js\n{{#playground a.js:1}}\n```\n", "```js\n1\n```\n", &[]);
    check("a {{#playground a.js:1}}\n", "a 1\n", &[]);
}

#[test]
fn imported_partials_are_inserted() {
    check("import A from './_a.mdx'\n\nx\n\n<A />\n\ny\n", "\n\nx\n\nA\n\nB\n\ny\n", &[]);
    check(
        "import A from \"@site/zh/_a.mdx\";\n1. x\n\n   <A n=\"1\"></A>\n",
        "\n1. x\n\n   A\n   \n   B\n",
        &[],
    );
    check("import B from './_b.mdx'\n<B/>\n<C/>\n", "\n\n\nA\n\nB\n<C/>\n", &[]);
    let unread = "import A from './_no.mdx'\n\n<A />\n";
    check(unread, unread, &[]);
    let code = "```jsx\nimport A from './_a.mdx'\n<A />\n```\n";
    check(code, code, &[]);
}

#[test]
fn unreadable_include_is_unchanged_and_reported() {
    check("a\n<<< ./no.js\n", "a\n<<< ./no.js\n", &[(2, "no such file")]);
    check("<<< ../../a.js\n", "<<< ../../a.js\n", &[(1, "outside the folder")]);
    check("<<< ./a.js#no\n", "<<< ./a.js#no\n", &[(1, "the file has no such part")]);
    check(
        "<!--@include: ./page.md-->\n",
        "<!--@include: ./page.md-->\n",
        &[(1, "included recursively")],
    );
    check(
        "<!--@include: ./loop.md-->\n",
        "l\n<!--@include: ./loop.md-->\n",
        &[(1, "included recursively")],
    );
}

#[test]
fn escaped_includes_and_examples_are_not_expanded() {
    for text in ["```md\n<<< @/a.js\n{{#include a}}\n```\n", "```\n<!--@include: a-->\n```\n"] {
        check(text, text, &[]);
    }
    check("\\{{#include a.js}}\n", "{{#include a.js}}\n", &[]);
}

#[test]
fn recursive_and_large_includes_are_limited() {
    let expanded = expand("{{#include two.md}}\n", "zh/page.md", &files);
    assert!(expanded.text.len() < 1000, "{}", expanded.text);
    let expanded = expand("<!--@include: ./wide.md-->\n", "zh/page.md", &files);
    assert!(expanded.text.len() <= MAX_BYTES + 100_000, "{}", expanded.text.len());
    assert_eq!(expanded.parts, ["zh/wide.md", "zh/wide2.md"]);
}

#[test]
fn included_lines_map_to_the_line_of_the_directive() {
    let expanded = expand("a\n<<< ./a.js#x\nb\n", "zh/page.md", &files);
    let lines: Vec<_> = (1..=expanded.text.lines().count())
        .map(|line| expanded.lines.original(u32::try_from(line).unwrap()))
        .collect();
    assert_eq!(lines, [1, 2, 2, 2, 2, 3]);
    assert_eq!(expand("a\n", "a.md", &files).lines.original(7), 7);
}
