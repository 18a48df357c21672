//! MDX, and the Markdown that is left of it.

use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(body: &str, expected: &str, codes: &[&str]) {
    let read = to_markdown(body);
    assert_eq!(read.text, expected, "{body:?}");
    let actual: Vec<_> = read.issues.iter().map(|issue| issue.code).collect();
    assert_eq!(actual, codes, "{body:?}");
}

#[test]
fn modules_are_dropped_outside_code() {
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
fn components_go_and_their_text_stays() {
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
fn known_components_become_what_they_show() {
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
    check("<Tab label=\"A\">x</Tab>\n", "**A** x\n", &["component-unwrapped"]);
}

#[test]
fn the_indentation_of_a_component_is_not_code() {
    check(
        "<A>\n    <B>\n        x\n        - y\n    </B>\n</A>\n    z\n",
        "\n\nx\n- y\n\n\n    z\n",
        &["component-unwrapped", "component-unwrapped"],
    );
    check("- a\n\n  <A>\n  x\n  </A>\n", "- a\n\n  \n  x\n  \n", &["component-unwrapped"]);
}

#[test]
fn comments_go_and_ids_stay() {
    check("a {/* b\nc */} d", "a \n d", &[]);
    check("## Title {/*the-id*/}\n", "## Title {#the-id}\n", &[]);
    check("## Title \\{#the-id}\n", "## Title \\{#the-id}\n", &[]);
    check("{value} stays", "{value} stays", &[]);
}

proptest! {
    #[test]
    fn lines_are_kept(body in "[<>A-Ba-b/{}*`=\"'\n #!\\\\:文-]{0,80}") {
        let read = to_markdown(&body);
        prop_assert_eq!(read.text.matches('\n').count(), body.matches('\n').count());
    }
}
