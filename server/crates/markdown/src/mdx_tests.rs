//! Tests of MDX conversion.

use proptest::prelude::*;

use super::*;
use crate::flavor::{Flavor, prepare};
use pailou_content::issue::Severity;

#[track_caller]
fn check(body: &str, expected: &str, codes: &[&str]) {
    let read = to_markdown(body, true);
    assert_eq!(read.text, expected, "{body:?}");
    let actual: Vec<_> = read.issues.iter().map(|issue| issue.code).collect();
    assert_eq!(actual, codes, "{body:?}");
}

#[test]
fn module_statements_outside_code_and_paragraphs_are_removed() {
    check("import A from 'a'\n\nx\n", "\n\nx\n", &["mdx-import-dropped"]);
    check(
        "import {\n  A,\n} from 'a'\nexport const b = 1\nx",
        "\n\n\n\nx",
        &["mdx-import-dropped", "mdx-export-dropped"],
    );
    check("```js\nimport A from 'a'\n```\n", "```js\nimport A from 'a'\n```\n", &[]);
    check("we\nimport goods\n", "we\nimport goods\n", &[]);
}

#[test]
fn unknown_components_are_removed_but_text_is_kept() {
    check("a <Mine text=\"x > y\" /> b\n", "a  b\n", &["component-dropped"]);
    check(
        "<Mine\n  items={[{ a: '>' }]}\n>\nx\n</Mine>\n",
        "\n\n\nx\n\n",
        &["component-unwrapped"],
    );
    check("<>x</>\n", "x\n", &[]);
    check("`<A />` <b>c</b>", "`<A />` <b>c</b>", &[]);
    check(
        "<div className=\"a\" style={{ b: 1 }}>x</div>",
        "<div class=\"a\">x</div>",
        &["mdx-attribute-dropped"],
    );
    check("a < b and <A", "a < b and <A", &[]);
}

#[test]
fn known_components_are_converted() {
    check(
        "<Tabs>\n  <TabItem value=\"a\" label=\"A\">\n    x\n  </TabItem>\n</Tabs>\n",
        ":::::::::::::: tabs\n== A\nx\n\n::::::::::::::\n",
        &[],
    );
    check(
        "<Aside type=\"tip\" title=\"T\">\nx\n<Aside>\ny\n</Aside>\n</Aside>\n",
        ":::::::::::::: tip T\nx\n::::::::::::: note\ny\n:::::::::::::\n::::::::::::::\n",
        &[],
    );
    check("a <Link to=\"/b\">c</Link> <Badge text=\"d\"/>\n", "a [c](</b>) d\n", &[]);
    check("<Steps>\n1. a\n</Steps>\n", "\n1. a\n\n", &[]);
    check("a <Tabs>x</Tabs>\n", "a x\n", &["component-unwrapped"]);
    check("<Tab label=\"A\">x</Tab>\n", "**A** \nx\n\n", &["component-unwrapped"]);
}

#[test]
fn dollar_signs_are_text_if_math_is_disabled() {
    for (has_math, codes) in [(true, &[][..]), (false, &["expression-not-read"])] {
        let read = to_markdown("$a {b} c$\n", has_math);
        assert_eq!(read.text, "$a {b} c$\n");
        let found: Vec<_> = read.issues.iter().map(|issue| issue.code).collect();
        assert_eq!(found, codes, "{has_math}");
    }
}

#[test]
fn tab_labels_come_from_the_values_attribute() {
    let text = "<Tabs values={[{label: 'Mac', value: 'mac'}, {label: '视窗', value: 'win'}]}>\n\
                <TabItem value=\"win\">\n\nW\n\n</TabItem>\n<TabItem value=\"mac\">M</TabItem>\n\
                <TabItem value=\"b\">B</TabItem>\n</Tabs>\n";
    let markdown = to_markdown(text, true).text;
    let titles: Vec<&str> = markdown.lines().filter(|line| line.starts_with("== ")).collect();
    assert_eq!(titles, ["== 视窗", "== Mac", "== b"]);
}

#[test]
fn simple_tab_components_keep_their_labels() {
    let text = "<SimpleTab>\n<div label=\"Docker\" value=\"d\">\n\nRun.\n\n<div class=\"x\">\nin\n</div>\n\n</div>\n\
                <div label=\"Helm\">\n\nInstall.\n\n</div>\n</SimpleTab>\n";
    check(
        text,
        ":::::::::::::: tabs\n== Docker\n\nRun.\n\n<div class=\"x\">\nin\n</div>\n\n\n\
         == Helm\n\nInstall.\n\n\n::::::::::::::\n",
        &[],
    );
    assert!(is_mdx(text));
    assert!(!is_mdx("<div label=\"A\">\nx\n</div>\n"));
    check("<div label=\"A\">\nx\n</div>\n", "<div label=\"A\">\nx\n</div>\n", &[]);
    check(
        "<SimpleTab>\n<div>\nx\n</div>\n</SimpleTab>\n",
        ":::::::::::::: tabs\n<div>\nx\n</div>\n::::::::::::::\n",
        &[],
    );
}

#[test]
fn components_on_one_line_get_separate_lines() {
    let tabs =
        ":::::::::::::: tabs\n== Apple\nan **apple**\n\n== Orange\nan orange\n\n::::::::::::::\n";
    check(
        "<Tabs>\n<TabItem value=\"a\" label={\"Apple\"}>an **apple**</TabItem>\n<TabItem value=\"Orange\">an orange</TabItem>\n</Tabs>\n",
        tabs,
        &[],
    );
    check(
        "<Tabs><TabItem label=\"Apple\">an **apple**</TabItem> <TabItem label=\"Orange\"> an orange</TabItem></Tabs>\n",
        tabs,
        &[],
    );
    check(
        "<Admonition type=\"tip\">x</Admonition>\n<Card title=\"C\">y</Card>\n",
        ":::::::::::::: tip\nx\n::::::::::::::\n**C**\ny\n\n",
        &[],
    );
    check(
        "- <Aside title=\"T\">x</Aside>\n- y\n",
        "- :::::::::::::: note T\n  x\n  ::::::::::::::\n- y\n",
        &[],
    );
    check("| <Aside title=\"T\">x</Aside> |\n", "| **T** x |\n", &["component-unwrapped"]);
    let read = to_markdown("<Tabs><TabItem value=\"A\">x</TabItem></Tabs>\ny\n", true);
    let originals: Vec<_> = (1..=6).map(|line| read.lines.original(line)).collect();
    assert_eq!(originals, [1, 1, 1, 1, 1, 2]);
}

#[test]
fn components_of_nextra_are_converted() {
    check(
        "<Tabs items={['npm', \"pnpm\"]}>\n<Tabs.Tab>x</Tabs.Tab>\n<Tabs.Tab>y</Tabs.Tab>\n<Tabs.Tab>z</Tabs.Tab>\n</Tabs>\n",
        ":::::::::::::: tabs\n== npm\nx\n\n== pnpm\ny\n\n== …\nz\n\n::::::::::::::\n",
        &[],
    );
    check(
        "<Callout type=\"warning\" emoji=\"x\">\nx\n</Callout>\n",
        ":::::::::::::: warning\nx\n::::::::::::::\n",
        &[],
    );
    check("<Cards>\n<Cards.Card title=\"A\" href=\"/a\" />\n</Cards>\n", "\n- [A](</a>)\n\n", &[]);
}

#[test]
fn file_tree_of_nextra_becomes_a_nested_list() {
    check(
        "<FileTree>\n  <FileTree.Folder name=\"app\" defaultOpen>\n    <FileTree.File name=\"a_b.md\" />\n    <FileTree.Folder name=\"in\">\n      <FileTree.File name=\"c\" />\n    </FileTree.Folder>\n  </FileTree.Folder>\n  <FileTree.File name=\"d\" active />\n</FileTree>\n",
        "\n- `app`\n  - `a_b.md`\n  - `in`\n    - `c`\n\n\n- `d`\n\n",
        &[],
    );
    check(
        "<FileTree.Folder name=\"a\"><FileTree.File name=\"b\" /></FileTree.Folder>\n",
        "- `a`\n  - `b`\n",
        &[],
    );
    check("<FileTree.File name={x} />\n", "\n", &["component-dropped"]);
}

#[test]
fn table_of_contents_mark_is_removed_from_headings() {
    check("## A [!toc]\n", "## A \n", &[]);
    check("a [!toc] [b](c)\n", "a [!toc] [b](c)\n", &[]);
}

#[test]
fn path_in_require_or_use_base_url_is_kept() {
    check(
        "<img src={require(\"./a.png\").default} alt=\"x\" />\n",
        "<img src=\"./a.png\" alt=\"x\" />\n",
        &[],
    );
    check("<a href={useBaseUrl('/i')}>x</a>\n", "<a href=\"/i\">x</a>\n", &[]);
    for (text, severity) in [
        ("<img src={Pic} />\n", Severity::Warning),
        ("<a href={useBaseUrl(x)}>x</a>\n", Severity::Warning),
        ("<img src=\"a\" style={x} />\n", Severity::Note),
    ] {
        let issues = to_markdown(text, true).issues;
        let found: Vec<_> = issues.iter().map(|it| (it.code, it.severity)).collect();
        assert_eq!(found, [("mdx-attribute-dropped", severity)], "{text}");
    }
}

#[test]
fn imported_images_are_displayed() {
    let imports = "import Pic from './a b.png';\nimport Logo from \"@site/l.svg?react\"\n\n";
    for (text, expected) in [
        ("<img src={Pic} alt=\"x\"/>", "<img src=\"./a b.png\" alt=\"x\" />"),
        (
            "- <Image src={Pic} alt={'x'} width={30} />",
            "- |<img src=\"./a b.png\" alt=\"x\" width=\"30\" />",
        ),
        ("<Image src=\"/b.png\" />", "<img src=\"/b.png\" />"),
        (
            "<img src={Pic.src} /> <a href={ Pic.default }>x</a>",
            "<img src=\"./a b.png\" /> <a href=\"./a b.png\">x</a>",
        ),
        ("<Logo className=\"c\" />", "<img src=\"@site/l.svg\" class=\"c\" />"),
        ("`<img src={Pic} />`", "`<img src={Pic} />`"),
        ("```jsx\n<img src={Pic} />\n```", "```jsx\n<img src={Pic} />\n```"),
    ] {
        let expected = format!("\n\n\n{expected}\n").replace('|', INLINE);
        check(&format!("{imports}{text}\n"), &expected, &[]);
    }
    check("<Image src={Pic} />\n", "\n", &["component-dropped"]);
    check("import Pic from './a.js'\n", "\n", &["mdx-import-dropped"]);
    check("<Logo>x</Logo>\n", "x\n", &["component-unwrapped"]);
}

#[test]
fn table_components_become_html_elements() {
    check(
        "<Table>\n  <thead>\n    <Table.Tr className=\"a\">\n      <Table.Th>*A*</Table.Th>\n    </Table.Tr>\n  </thead>\n  <tbody>\n    <Tr>\n      <Td colSpan={2}>b</Td>\n    </Tr>\n  </tbody>\n</Table>\n",
        &"<table>\n<thead>\n<tr class=\"a\">\n\n|<th>*A*</th>\n\n</tr>\n</thead>\n<tbody>\n<tr>\n\n|<td colSpan=\"2\">b</td>\n\n</tr>\n</tbody>\n</table>\n".replace('|', INLINE),
        &[],
    );
    check("<Table columns={a} />\n", "\n", &["component-dropped"]);
    check("<Trend>x</Trend>\n", "x\n", &["component-unwrapped"]);
}

#[test]
fn titles_in_jsx_are_converted_to_text_or_reported() {
    check(
        "<Tabs items={[<>Mac, <b className=\"x\">OS</b></>, 'Li', { label: 'Win', disabled: true }, <Icon/>]}>\n<Tabs.Tab>a</Tabs.Tab>\n<Tabs.Tab>b</Tabs.Tab>\n<Tabs.Tab>c</Tabs.Tab>\n<Tabs.Tab>d</Tabs.Tab>\n</Tabs>\n",
        ":::::::::::::: tabs\n== Mac, OS\na\n\n== Li\nb\n\n== Win\nc\n\n== …\nd\n\n::::::::::::::\n",
        &["mdx-attribute-dropped"],
    );
    check(
        "<Tabs>\n<TabItem value=\"a\" label={<span>A <Icon name=\"x\" /></span>}>x</TabItem>\n</Tabs>\n",
        ":::::::::::::: tabs\n== A\nx\n\n::::::::::::::\n",
        &[],
    );
    check(
        "<Aside title={t('a')}>x</Aside>\n",
        ":::::::::::::: note\nx\n::::::::::::::\n",
        &["mdx-attribute-dropped"],
    );
    for (text, severity) in [
        ("<Mine title={x}>y</Mine>\n", Severity::Warning),
        ("<Link to={x}>y</Link>\n", Severity::Warning),
        ("<Mine a={x}>y</Mine>\n", Severity::Note),
    ] {
        let issues = to_markdown(text, true).issues;
        let found: Vec<_> = issues.iter().map(|it| (it.code, it.severity)).collect();
        assert_eq!(found, [("component-unwrapped", severity)], "{text}");
    }
}

#[test]
fn markdown_in_html_elements_is_parsed() {
    for (text, expected) in [
        ("<li>a `b`</li>\n", "|<li>a `b`</li>\n"),
        ("<div>\n*a*\n</div>\nb\n", "<div>\n\n*a*\n\n</div>\n\nb\n"),
        (
            "<p align=\"center\">\n  *a*\n  <br/>\n</p>\n",
            "|<p align=\"center\">\n  *a*\n  <br/>\n|</p>\n",
        ),
        (
            "<ul>\n    <li>*a*</li>\n    <li>b</li>\n</ul>\n",
            "<ul>\n\n|<li>*a*</li>\n|<li>b</li>\n\n</ul>\n",
        ),
        (
            "<details>\n<summary>*a*</summary>\n\n*b*\n\n</details>\n",
            "<details>\n\n|<summary>*a*</summary>\n\n*b*\n\n</details>\n",
        ),
        ("- <div>\n  - *a*\n  </div>\n", "- <div>\n\n  - *a*\n\n  </div>\n"),
        ("> <div>\n> *a*\n> </div>\n", "> <div>\n>\n> *a*\n>\n> </div>\n"),
        ("<div>\n```js\na\n```\n</div>\n", "<div>\n\n```js\na\n```\n</div>\n"),
        ("<div>\n:::tip\na\n:::\n</div>\n", "<div>\n\n:::tip\na\n:::\n</div>\n"),
        ("<div>\n<pre>*a*</pre>\n[b](c)\n</div>\n", "<div>\n<pre>*a*</pre>\n\n[b](c)\n\n</div>\n"),
        ("<a href=\"b\">\n*a*\n</a>\n", "|<a href=\"b\">\n*a*\n</a>\n"),
    ] {
        check(text, &expected.replace('|', INLINE), &[]);
    }
    for text in [
        "<div>\na <b title=\"*x*\">b</b>\n</div>\n",
        "<pre>\n*a*\n</pre>\n",
        "<svg>\n<text>*a*</text>\n</svg>\n",
        "```html\n<p>*a*</p>\n```\n",
        "a\n<span>*b*</span>\n",
        "b\n\n    <p>*a*</p>\n",
        "<!--\n<p>*a*</p>\n-->\n",
    ] {
        check(text, text, &[]);
    }
    let read = to_markdown("<div>\n*a*\n</div>\nb\n", true);
    let originals: Vec<_> = (1..=8).map(|line| read.lines.original(line)).collect();
    assert_eq!(originals, [1, 1, 2, 2, 3, 3, 4, 5]);
    let firsts: Vec<_> = read.lines.firsts(&read.text).collect();
    assert_eq!(firsts, ["<div>", "*a*", "</div>", "b"]);
}

#[test]
fn apostrophe_in_jsx_inside_an_attribute_is_text() {
    let check_card = |attributes: &str, title: &str| {
        let body = format!("<Card {attributes}>\nIt's one.\n</Card>\n\nIt's <b a='b'>two</b>.\n");
        check(&body, &format!("**{title}**\nIt's one.\n\n\nIt's <b a='b'>two</b>.\n"), &[]);
    };
    check_card("title={<b>Don't</b>}", "Don't");
    check_card("title='A' icon={<span>it's</span>}", "A");
    check_card("title={<>a <i b={<u>c's</u>}>d's</i></>}", "a d's");
    check_card("icon={`it's ${a ? <b>it's</b> : '}'}`} title=\"A\"", "A");
    check_card("icon={/* it's } */ <b>it's</b>} title=\"A\"", "A");
    check(
        "{ok && <b>it's {'}'}</b>} c\n",
        "{ok && <b>it's {'}'}</b>} c\n",
        &["expression-not-read"],
    );
}

#[test]
fn code_block_component_becomes_fenced_code() {
    check(
        "<CodeBlock language=\"js\">{`const a = 1;`}</CodeBlock>\nx\n",
        "```js\nconst a = 1;\n```\nx\n",
        &[],
    );
    check(
        "<CodeBlock\n  language=\"js\"\n  title=\"a.js\"\n>\n  {`const a = \\`1\\`;\n```\n`}\n</CodeBlock>\nx\n",
        "````js title=\"a.js\"\nconst a = `1`;\n```\n````\n\n\n\n\nx\n",
        &[],
    );
    check(
        "<CodeBlock>{code}</CodeBlock>\n",
        "{code}\n",
        &["component-unwrapped", "expression-not-read"],
    );
}

#[test]
fn jsx_expressions_are_reported_and_strings_are_text() {
    check("{X} {props.a} {1 + 1}\n", "{X} {props.a} {1 + 1}\n", &["expression-not-read"; 3]);
    check("a{' '}b {'<c>'} {1}\n", "a b \\<c\\> 1\n", &[]);
    for text in [
        "$\\frac{a}{b}$ and $$\nx^{2}\n$$\n",
        "## A {#b}\n",
        ":::tip{title=\"x\"}\n",
        "`{a}` \\{b}\n",
    ] {
        check(text, text, &[]);
    }
}

#[test]
fn indented_component_content_is_not_code() {
    check(
        "<A>\n    <B>\n        x\n        - y\n    </B>\n</A>\n    z\n",
        "\n\nx\n- y\n\n\n    z\n",
        &["component-unwrapped", "component-unwrapped"],
    );
    check("- a\n\n  <A>\n  x\n  </A>\n", "- a\n\n  \n  x\n  \n", &["component-unwrapped"]);
}

#[test]
fn jsx_comments_are_removed_and_heading_ids_kept() {
    check("a {/* b\nc */} d", "a \n d", &[]);
    check("## Title {/*the-id*/}\n", "## Title {#the-id}\n", &[]);
    check("## Title \\{#the-id}\n", "## Title \\{#the-id}\n", &[]);
    check("{value} stays", "{value} stays", &["expression-not-read"]);
}

#[test]
fn line_breaks_in_removed_mdx_are_kept() {
    check("{\n'a'} b\nc", "a\n b\nc", &[]);
    check("## Title {/*\nthe-id*/}\nb", "## Title {#the-id}\n\nb", &[]);
}

proptest! {
    #[test]
    fn last_line_of_any_mdx_maps_to_the_last_source_line(body in "[<>A-Ba-bp/{}*`=\"'\n #!\\\\:文-]{0,80}") {
        let read = to_markdown(&body, true);
        let made = read.text.matches('\n').count() as u32 + 1;
        prop_assert_eq!(read.lines.original(made), body.matches('\n').count() as u32 + 1);
    }
}

#[test]
fn mdx_is_detected_from_modules_and_components() {
    for (body, expected) in [
        ("import Tabs from '@theme/Tabs';\n\nText.\n", true),
        ("# A\n\nimport X from \"@site/src/x\"\n", true),
        ("import Note from './note.js'\n\n<Note>\nText\n</Note>\n", true),
        ("import { Note, B as Box } from './b'\n\n  <Box />\n", true),
        ("<Tabs>\n<TabItem value=\"a\">\n\nText\n\n</TabItem>\n</Tabs>\n", true),
        ("```js\nimport Tabs from '@theme/Tabs';\n```\n", false),
        ("In Python, write\nimport Tabs from '@theme/Tabs'\n", false),
        ("import os from 'os'\n\n<div>\n", false),
        ("import goods from abroad\n", false),
        ("    <Tabs>\n\nText.\n", false),
        ("```html\n<TabItem value=\"a\">\n</Tabs>\n```\n", false),
        ("<Tabs><TabItem value=\"a\" label=\"A\" default>One</TabItem></Tabs>\n", true),
        ("- <Tabs><TabItem\n  value=\"a\">One</TabItem></Tabs>\n", true),
        ("<SimpleTab><div label='a'>\nx\n</div></SimpleTab>\n", true),
        ("Write `<Tabs><TabItem value=\"a\">` and `</Tabs>`.\n", false),
        ("Write `<TabItem\nvalue=\"a\">` and </Tabs>.\n", false),
        ("import Note from './note.js'\n\nSee <Note/> here.\n", true),
        ("import * as Box from './box.js'\n\n| <Box.Item a=\"b\"> |\n", true),
        ("import Note from './note.js'\n\nSee `<Note/>`, \\<Note/> and <Notes>.\n", false),
        ("import {\n  Highlight,\n} from '@site/src/components/Highlight';\n\nx\n", true),
        ("import A, {\n  B,\n  C as D\n} from './c';\nimport E from './e';\n\n<D>x</D>\n", true),
        ("import {\n  os,\n} from './os'\n\n<b>x</b>\n", false),
        ("We\nimport {\n  A,\n} from '@site/a'\n", false),
        ("import { open\n\n} from '@site/a'\n", false),
        (
            "export const Highlight = ({children}) => (\n  <span>\n    {children}\n  </span>\n);\n",
            true,
        ),
        ("export const A = () =>\n  <b>x</b>;\n", true),
        ("export default function A() {\n  return <></>;\n}\n", true),
        ("export const MAX = 5;\n\n<b>x</b>\n", false),
        ("We\nexport const A = () => <b/>;\n", false),
        ("export PATH=<dir>\n", false),
        ("<Note>\nHello **b**\n</Note>\n", true),
        (
            "<CardGroup cols={2}>\r\n  <Card title=\"甲\">\r\n  x\r\n  </Card>\r\n</CardGroup>\r\n",
            true,
        ),
        ("Write <Note> and </Note>.\n", false),
        ("<Note>\n\nnever closed\n", false),
        ("```html\n<Note>\n</Note>\n```\n", false),
        ("<My-Note>\nx\n</My-Note>\n\n<note>\nx\n</note>\n", false),
    ] {
        assert_eq!(super::is_mdx(body), expected, "{body}");
    }
}

#[test]
fn mdx_is_detected_from_comments_in_braces() {
    for (body, expected) in [
        ("## 参考 {/*reference*/}\n", true),
        ("# A {/* a */}", true),
        ("文字。{/* 注释 */}\n", true),
        ("a\n\n{/*\n\nTODO\n\n*/}\n", true),
        ("| a {/* b */} |\n", true),
        ("`{/* a */}` and ``a ` {/* b */}``\n", false),
        ("`a\n{/* b */}`\n", false),
        ("\\{/* a */} and {/ * a */}\n", false),
        ("Go has {{/* a comment */}} and {{- /* a */}}.\n", false),
        ("```jsx\n{/* a */}\n```\n", false),
        ("- a\n\n  ~~~\n  {/* a */}\n  ~~~\n", false),
        ("Code:\n\n    return {/* a */};\n\n\t{/* b */}\n", false),
        ("<pre>\n{/* a */}\n\n{/* b */}\n</pre>\n", false),
        ("<style>\n.a {/* b */}\n</style>\n<script setup>\nf({/* c */})\n</script>\n", false),
        ("<pre>\n\n{/* not closed */}\n", true),
        ("<!-- {/* a */} -->\n\n<!--\n{/* a */}\n-->\n", false),
        ("Write {/* to begin one.\n\n```js\nf({ a: /* b */});\n```\n", false),
        ("{/* a\n", false),
    ] {
        assert_eq!(super::is_mdx(body), expected, "{body}");
    }
}

#[test]
fn mdx_in_markdown_files_is_converted() {
    for (body, expected) in [
        ("## 参考 {/*reference*/}\n\n文字。{/* 注释 */}\n", "## 参考 {#reference}\n\n文字。\n"),
        (
            "import {\n  A,\n} from '@site/a';\n\nexport const B = () =>\n  <b>x</b>;\n\ny\n",
            "\n\n\n\n\n\n\ny\n",
        ),
    ] {
        let dialect = Flavor::Markdown.or_mdx(body);
        assert_eq!(prepare(body, dialect).text, expected, "{body}");
    }
}

#[test]
fn quotes_in_titles_are_kept() {
    check(
        "<SimpleTab>\n<div label='Use \"kubectl\"'>\n\nx\n\n</div>\n<div label='Helm'>\n\ny\n\n</div>\n</SimpleTab>\n",
        ":::::::::::::: tabs\n== Use \"kubectl\"\n\nx\n\n\n== Helm\n\ny\n\n\n::::::::::::::\n",
        &[],
    );
    check(
        "<Tabs>\n<TabItem value=\"a\" label='Say \"hi\"'>\nx\n</TabItem>\n<TabItem value=\"b\" label={`Run \"x\"`}>\ny\n</TabItem>\n</Tabs>\n",
        ":::::::::::::: tabs\n== Say \"hi\"\nx\n\n== Run \"x\"\ny\n\n::::::::::::::\n",
        &[],
    );
    check(
        "<Admonition type=\"warning\" title='The \"x\" option'>\n\nx\n\n</Admonition>\n",
        ":::::::::::::: warning The \"x\" option\n\nx\n\n::::::::::::::\n",
        &[],
    );
    check(
        "<div className='a' title='\"b\"\nc'>x</div>\n",
        "\n<div class=\"a\" title=\"&quot;b&quot; c\">x</div>\n",
        &[],
    );
}

#[test]
fn megabyte_of_repeated_mdx_syntax_is_parsed() {
    for mark in [
        "{/*",
        "{/* `",
        "<!--",
        "<pre>",
        "import {\n\n",
        "export const A = (\n\n",
        "<A ",
        "{'}'",
        "{<a>{",
        "{`}`${",
        "<A b={'}' ",
        "<A b={<c>'}",
    ] {
        let body = mark.repeat(1_000_000 / mark.len());
        for end in ["", "*/}</pre></Tabs>"] {
            let body = format!("import A from 'a'\n\n{body}{end}");
            is_mdx(&body);
            to_markdown(&body, true);
        }
    }
}
