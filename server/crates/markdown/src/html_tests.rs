//! Tests of rendered pages.

use super::*;
use crate::plugins::Plugins;
use pailou_content::issue::Severity;

fn render_as(body: &str, dialect: Flavor, locale: Locale) -> Rendered {
    render_titled(body, dialect, locale, None)
}

fn render_titled(
    body: &str,
    dialect: Flavor,
    locale: Locale,
    front_title: Option<&str>,
) -> Rendered {
    let link = |url: &str| match url {
        _ if url.starts_with('#') => Link::Anchor(url[1..].to_owned()),
        _ if url.starts_with("http") => Link::External(url.to_owned()),
        _ if url.starts_with("javascript") => Link::Refused,
        _ => Link::Page(format!("/p/{url}")),
    };
    render(&Source {
        file: "a.md",
        body,
        lines_above: 0,
        front_title,
        dialect,
        locale,
        link: &link,
        file_text: &|_| None,
        image: &|_| None,
    })
}

fn english(body: &str) -> Rendered {
    render_as(body, Flavor::Markdown, Locale::En)
}

#[track_caller]
fn check(body: &str, expected: &str) {
    assert_eq!(english(body).html.trim(), expected, "{body:?}");
}

#[track_caller]
fn check_issues(body: &str, expected: &[(&str, u32)]) {
    let issues = english(body).issues;
    let actual: Vec<_> = issues.iter().map(|issue| (issue.code, issue.line.unwrap_or(0))).collect();
    assert_eq!(actual, expected, "{body:?}");
    assert!(issues.iter().all(|issue| issue.severity < Severity::Error && issue.file == "a.md"));
}

#[test]
fn first_heading_is_the_title_if_it_is_an_h1() {
    let page = english("*date*\n\n# A `b` {#c}\n\ntext\n\n# D\n");
    assert_eq!(page.title.as_deref(), Some("A b"));
    assert_eq!(
        page.html.trim(),
        "<p><em>date</em></p>\n<span id=\"c\"></span>\n<p>text</p>\n<h2 id=\"d\">D</h2>"
    );
    assert_eq!(page.headings.len(), 1);
    assert_eq!(english("## A\n").title, None);
    let below = english("Intro.\n\n## A\n\n# D\n\ntext\n");
    assert_eq!(below.title, None);
    assert!(below.html.contains("<h2 id=\"d\">D</h2>"), "{}", below.html);
}

#[test]
fn h1_inside_another_block_is_not_the_title() {
    for body in [
        "> # 引用\n\n# 标题\n\n正文\n",
        "- # 列表\n\n# 标题\n\n正文\n",
        "::: tip\n# 提示\n:::\n\n# 标题\n\n正文\n",
        "> [!NOTE]\n> # 备注\n\n# 标题\n\n正文\n",
    ] {
        let page = render_as(body, Flavor::Markdown, Locale::Zh);
        assert_eq!(page.title.as_deref(), Some("标题"), "{body}");
        assert_eq!(page.headings.len(), 1, "{body}");
        assert!(page.html.contains("<h2 id="), "{body} {}", page.html);
        assert!(page.html.contains("<span id=\"标题\"></span>"), "{body} {}", page.html);
    }
    assert_eq!(english("> # A\n\n## B\n").title, None);
}

const FLAVORS: [Flavor; 6] = [
    Flavor::Markdown,
    Flavor::MDX,
    Flavor::Vitepress(Plugins::NONE),
    Flavor::Hugo,
    Flavor::Mdbook(Plugins::MATH),
    Flavor::Mkdocs(Plugins::NONE),
];

#[test]
fn title_and_outline_keep_type_parameters_but_not_html_tags() {
    for (body, title, heading, id) in [
        ("# Array<T>.prototype.map<U>()\n", Some("Array<T>.prototype.map<U>()"), "", ""),
        ("# 参数 <your-name> 说明\n", Some("参数 <your-name> 说明"), "", ""),
        (
            "# Iterator::map<B, F> 与 Vec::<A>::new<Option>\n",
            Some("Iterator::map<B, F> 与 Vec::<A>::new<Option>"),
            "",
            "",
        ),
        ("# x<U>y</u>\n", Some("xy"), "", ""),
        ("# a<BR>b\n", Some("ab"), "", ""),
        ("## Vec<T> 用法\n", None, "Vec<T> 用法", "vec-用法"),
        ("## Map<K, V> and `Vec<T>`\n", None, "Map<K, V> and Vec<T>", "mapk-v-and-vect"),
        ("## Result<T, Vec<E>>\n", None, "Result<T, Vec<E>>", "resultt-vec"),
        ("## A <b>bold</b> <!-- x --> word<br>\n", None, "A bold  word", "a-bold--word"),
        ("## <Badge>x</Badge> y\n", None, "x y", "x-y"),
        ("## List<T extends X> z\n", None, "List<T extends X> z", "list-z"),
    ] {
        let page = english(body);
        assert_eq!(page.title.as_deref(), title, "{body}");
        let first = page.headings.first().map(|it| (it.text.as_str(), it.id.as_str()));
        assert_eq!(first.unwrap_or_default(), (heading, id), "{body}");
        if title.is_none() {
            assert_eq!(page.sections[0].heading, heading, "{body}");
        }
    }
    let deep = format!("{}\n\n## A <b> c\n", "<div>".repeat(300));
    assert_eq!(english(&deep).headings[0].text, "A <b> c");
}

fn outline(page: &Rendered) -> Vec<(u8, &str)> {
    page.headings.iter().map(|heading| (heading.level, heading.text.as_str())).collect()
}

#[test]
fn further_h1_is_in_the_outline_at_level_two() {
    for flavor in FLAVORS {
        let page = render_as("# 甲\n\n# 乙\n\n## 丙\n\n# 丁\n", flavor, Locale::Zh);
        assert_eq!(page.title.as_deref(), Some("甲"), "{flavor:?}");
        assert_eq!(outline(&page), [(2, "乙"), (2, "丙"), (2, "丁")], "{flavor:?}");
    }
}

#[test]
fn front_matter_title_allows_only_a_sole_or_equal_h1_as_title() {
    let titled = |body, flavor| render_titled(body, flavor, Locale::Zh, Some("部署手册"));
    for flavor in FLAVORS {
        for body in [
            "# 一、准备\n\n文\n\n# 二、安装\n",
            "<!-- 注 -->\n\n# 一、准备\n\n# 二、安装\n",
            "导语。\n\n# 一、准备\n\n# 二、安装\n",
        ] {
            let page = titled(body, flavor);
            assert_eq!(page.title, None, "{flavor:?} {body}");
            assert_eq!(outline(&page), [(2, "一、准备"), (2, "二、安装")], "{flavor:?} {body}");
            assert!(page.html.contains(">一、准备</h2>"), "{}", page.html);
        }
        // If the front matter has a title, an H1 below other text is not the page title.
        let below = titled("导语。\n\n# 准备\n\n文\n", flavor);
        assert_eq!((below.title.as_deref(), outline(&below)), (None, vec![(2, "准备")]));
        // An H1 that equals the title in front matter is the page title, even below other text.
        let same = titled("导语。\n\n# 部署手册\n\n# 二\n", flavor);
        assert_eq!(same.title.as_deref(), Some("部署手册"));
        assert_eq!(outline(&same), [(2, "二")]);
        let only = titled("# 准备\n\n## 一\n", flavor);
        let title = (flavor != Flavor::Hugo).then_some("准备");
        assert_eq!(only.title.as_deref(), title, "{flavor:?}");
    }
}

#[test]
fn html_headings_have_ids_and_outline_entries() {
    let page = english(
        "<h1 align=\"center\">\n  <img src=\"a.png\" alt=\"logo\">\n  <br>My &amp; project\n</h1>\n\n\
         <h2>🚀 Install</h2>\n\nx\n\n## Install\n\n<h3 id=\"own\" align=\"right\">Own <code>id</code></h3>\n\n\
         [a](#own) [b](#install-1) [c](#-install)\n\n# Last\n",
    );
    assert_eq!(page.title.as_deref(), Some("My & project"));
    let headings: Vec<_> = page
        .headings
        .iter()
        .map(|it| (it.level, it.id.as_str(), it.text.as_str(), it.line))
        .collect();
    assert_eq!(
        headings,
        [
            (2, "install-1", "🚀 Install", 6),
            (2, "install", "Install", 10),
            (3, "own", "Own id", 12),
            (2, "last", "Last", 16)
        ]
    );
    assert!(page.issues.is_empty(), "{:?}", page.issues);
    assert!(page.html.starts_with("<span id=\"my--project\"></span><p><img"), "{}", page.html);
    assert!(!page.html.contains("My &amp; project"), "{}", page.html);
    let part = "<h3 id=\"own\"><span id=\"user-content-own\"></span>Own <code>id</code></h3>";
    assert!(page.html.contains(part), "{}", page.html);
    let sections: Vec<_> = page.sections.iter().map(|it| it.heading.as_str()).collect();
    assert_eq!(sections, ["", "🚀 Install", "Install", "Own id", "Last"]);
    assert_eq!(
        (page.sections[0].alt_texts.as_str(), page.sections[1].text.as_str()),
        ("logo", "x")
    );
}

#[test]
fn h1_in_html_follows_the_title_rules_of_markdown_h1() {
    for flavor in FLAVORS {
        let render = |body, title| render_titled(body, flavor, Locale::Zh, title);
        let logo =
            render("<h1 align=\"center\"><img src=\"a.png\" alt=\"牌楼\"></h1>\n\n文\n", None);
        assert_eq!(logo.title.as_deref(), Some("牌楼"), "{flavor:?}");
        let inside = render("<div align=\"center\">\n<h1>牌楼</h1>\n</div>\n\n# 二\n", None);
        assert_eq!(inside.title.as_deref(), Some("牌楼"), "{flavor:?}");
        assert_eq!(outline(&inside), [(2, "二")], "{flavor:?}");
        let several = render("<h1>一</h1>\n\n# 二\n", Some("手册"));
        assert_eq!(
            (several.title.as_deref(), outline(&several)),
            (None, vec![(2, "一"), (2, "二")])
        );
        let below = render("## 一\n\n<h1>二</h1>\n", None);
        assert_eq!((below.title.as_deref(), outline(&below)), (None, vec![(2, "一"), (2, "二")]));
        let empty = render("<h1></h1>\n\n# 牌楼\n", None);
        assert_eq!(empty.title.as_deref(), Some("牌楼"), "{flavor:?}");
    }
    for hostile in
        ["<h1>", "<h2", "<h3 id=\"", "</h1>\n\n<h1>x", "<h2><h3>a</h2>b", "`<h2>`\n\n<h2>文"]
    {
        english(hostile);
    }
}

#[test]
fn links_to_github_ids_of_headings_with_emoji_are_valid() {
    for flavor in FLAVORS {
        let body = "# ⚙\u{fe0f} 标题\n\n## ⚙\u{fe0f} 工具\n\n## 🚀 Launch {#go}\n\n## 结束 🎉\n\n\
                    [a](#\u{fe0f}-工具) [b](#结束-) [c](#\u{fe0f}-标题) [d](#工具)\n";
        let page = render_as(body, flavor, Locale::Zh);
        let details: Vec<_> = page.issues.iter().map(|issue| issue.detail.as_str()).collect();
        // VitePress ids never begin with a hyphen. Links to GitHub's ids are valid nevertheless,
        // because GitHub displays the same files.
        assert!(details.is_empty(), "{flavor:?} {details:?}");
        assert!(!page.html.contains("\"-launch\""), "{}", page.html);
    }
    let reserved = english("# A\n\n## Fn 1\n");
    assert!(!reserved.html.contains("\"fn-1\""), "{}", reserved.html);
}

#[test]
fn missing_link_or_footnote_definition_is_reported() {
    for (body, expected) in [
        ("See [words][gone].\n", vec![("reference-missing", 1)]),
        ("A[^gone] and [^here].\n\n[^here]: Note.\n", vec![("reference-missing", 1)]),
        ("See [words][here].\n\n[here]: https://example.org\n", vec![]),
        ("`[a][b]`, list[0][1], [ ] and [x], a[^ b].\n\n```\n[a][b] [^c]\n```\n", vec![]),
    ] {
        check_issues(body, &expected);
    }
}

#[test]
fn containers_and_alerts_become_callouts_or_details() {
    check(
        ":::tip Note: a\nx\n:::\n",
        "<div class=\"callout\" data-tone=\"tip\">\n<p class=\"callout-title\">Note: a</p>\n<p>x</p>\n</div>",
    );
    check(
        "> [!CAUTION]\n> x\n",
        "<div class=\"callout\" data-tone=\"danger\">\n<p class=\"callout-title\">Danger</p>\n<p>x</p>\n</div>",
    );
    check("::: details T\nx\n:::\n", "<details>\n<summary>T</summary>\n<p>x</p>\n</details>");
    let chinese = render_as("::: warning\nx\n:::\n", Flavor::Markdown, Locale::Zh);
    assert!(chinese.html.contains(">警告</p>"));
}

#[test]
fn container_titles_are_inline_markdown() {
    for (body, expected) in [
        (
            "::: warning Custom **bold** `code` &lt;T>\nx\n:::\n",
            "<p class=\"callout-title\">Custom <strong>bold</strong> <code>code</code> &lt;T&gt;</p>",
        ),
        (
            ":::note[Title **x**]\nx\n:::\n",
            "<p class=\"callout-title\">Title <strong>x</strong></p>",
        ),
        ("> [!TIP] A *b*\n> x\n", "<p class=\"callout-title\">A <em>b</em></p>"),
        (
            "::: details `a` \\*b\\* <script>c</script>\nx\n:::\n",
            "<summary><code>a</code> *b* </summary>",
        ),
        ("::: tip [a](javascript:x) <b onclick=\"y\">c</b>\nx\n:::\n", "<a>a</a> <b>c</b></p>"),
        ("::: tip $x$\ny\n:::\n", "<math display=\"inline\"><mi>x</mi></math></p>"),
    ] {
        let html = english(body).html;
        assert!(html.contains(expected), "{body} {html}");
    }
    let quoted = render_as(
        "!!! warning \"Quoted **t**\"\n    x\n",
        Flavor::Mkdocs(Plugins::NONE),
        Locale::En,
    );
    assert!(quoted.html.contains("Quoted <strong>t</strong></p>"), "{}", quoted.html);
    let tabs = english("::: tabs\n== **A** `b`\nx\n:::\n").html;
    assert!(tabs.contains("checked>A b</label>"), "{tabs}");
}

#[test]
fn empty_heading_is_not_listed_and_empty_link_is_reported() {
    let page = english("# A\n\n##\n\n## B\n");
    let headings: Vec<_> = page.headings.iter().map(|heading| heading.text.as_str()).collect();
    assert_eq!(headings, ["B"]);
    let empty = english("[空]() ![x]()\n");
    let issues: Vec<_> = empty.issues.iter().map(|i| (i.code, i.detail.as_str())).collect();
    assert_eq!(issues, [("link-empty", "[空]()"), ("link-empty", "![x]()")]);
}

#[test]
fn missing_code_lines_and_unknown_directives_are_reported() {
    check_issues("a\n\n```js {1,3-2,999}\nb\n```\n", &[("code-line-missing", 3); 2]);
    check_issues("```js\nb\nc // [!code nonsense]\n```\n", &[("code-mark-unknown", 3)]);
}

#[test]
fn title_of_a_container_without_a_style_is_bold_text() {
    check("::: theorem Euler *x*\na\n:::\n", "<p><strong>Euler <em>x</em></strong></p>\n<p>a</p>");
    check("::: steps\na\n:::\n", "<p>a</p>");
}

#[test]
fn content_after_a_self_closing_element_is_outside_it() {
    for flavor in FLAVORS {
        let html = render_as("<div />\n\n*a*\n", flavor, Locale::En).html;
        assert_eq!(html.trim(), "<div></div>\n<p><em>a</em></p>", "{flavor:?}");
    }
}

#[test]
fn markdown_in_html_elements_of_mdx_is_rendered() {
    for (body, expected) in [
        (
            "<p align=\"center\">**b** [l](./a.mdx)</p>\n",
            "<p align=\"center\"><strong>b</strong> <a href=\"/p/./a.mdx\">l</a></p>",
        ),
        ("<div>\nt [l](./a.mdx)\n</div>\n", "<div>\n<p>t <a href=\"/p/./a.mdx\">l</a></p>\n</div>"),
        (
            "<ul>\n  <li>i `c`</li>\n  <li>j</li>\n</ul>\n",
            "<ul>\n<li>i <code>c</code></li>\n<li>j</li>\n</ul>",
        ),
        (
            "<details>\n<summary>*x*</summary>\n\ny\n\n</details>\n",
            "<details>\n<summary><em>x</em></summary>\n<p>y</p>\n</details>",
        ),
        (
            "<table>\n  <tr>\n    <td>*x*</td>\n  </tr>\n</table>\n",
            "<div class=\"table-scroll\" tabindex=\"0\"><table>\n<tbody><tr>\n<td><em>x</em></td>\n</tr>\n</tbody></table></div>",
        ),
        (
            "<Table>\n  <tbody>\n    <Table.Tr>\n      <Td>*x*</Td>\n    </Table.Tr>\n  </tbody>\n</Table>\n",
            "<div class=\"table-scroll\" tabindex=\"0\"><table>\n<tbody>\n<tr>\n<td><em>x</em></td>\n</tr>\n</tbody>\n</table></div>",
        ),
        (
            "import p from './p.png'\n\n<Image src={p} alt=\"q\" />\n",
            "<img src=\"/p/./p.png\" alt=\"q\" loading=\"lazy\">",
        ),
        ("<h2 align=\"center\">A *b*</h2>\n", "<h2 id=\"a-b\">A <em>b</em></h2>"),
    ] {
        let page = render_as(body, Flavor::MDX, Locale::En);
        assert_eq!(page.html.trim(), expected, "{body}");
        assert!(page.issues.is_empty(), "{body} {:?}", page.issues);
        let links = body.matches("](").count() + body.matches("src=").count();
        assert_eq!(page.links.len(), links, "{body}");
    }
    let title = render_as("<h1>A *b*</h1>\n\nx\n", Flavor::MDX, Locale::En);
    assert_eq!(title.title.as_deref(), Some("A b"));
    let link = render_as("a\n\n<div>\nb\n[l](./a.mdx)\n</div>\n", Flavor::MDX, Locale::En);
    assert_eq!(link.links[0].line, 5);
}

#[test]
fn component_renders_alike_on_one_or_several_lines() {
    let html_without_ids = |body| {
        let page = render_as(body, Flavor::MDX, Locale::En);
        assert!(page.issues.is_empty(), "{body} {:?}", page.issues);
        let name = page.html.split("tabs-").nth(1).map_or("-", |rest| &rest[..8]).to_owned();
        page.html.replace(&name, "N")
    };
    for (one, many) in [
        (
            "<Tabs>\n<TabItem value=\"a\" label=\"Apple\">This is an apple</TabItem>\n<TabItem value=\"o\" label=\"O\">x</TabItem>\n</Tabs>\n",
            "<Tabs>\n<TabItem value=\"a\" label=\"Apple\">\n\nThis is an apple\n\n</TabItem>\n<TabItem value=\"o\" label=\"O\">\n\nx\n\n</TabItem>\n</Tabs>\n",
        ),
        ("<Aside title=\"T\">x</Aside>\n\ny\n", "<Aside title=\"T\">\nx\n</Aside>\n\ny\n"),
        ("<CodeBlock language=\"js\">{`const a = 1;`}</CodeBlock>\n", "```js\nconst a = 1;\n```\n"),
    ] {
        assert_eq!(html_without_ids(one), html_without_ids(many), "{one}");
    }
    let page = render_as("<Aside>x</Aside>\n\n## B\n\n<b", Flavor::MDX, Locale::En);
    assert_eq!(page.headings[0].line, 3);
}

#[test]
fn tabs_are_radio_buttons_with_panels() {
    let html = english("::: tabs\n== A `b`\nx\n== <c>\n```js\n== y\n```\n:::\n").html;
    let name = html.split("name=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert_eq!(
        html.replace(name, "N").trim(),
        "<div class=\"tabs\">\n<label class=\"tab\"><input type=\"radio\" name=\"N\" checked>A b</label>\n\
         <div class=\"tab-panel\">\n<p>x</p>\n</div>\n\
         <label class=\"tab\"><input type=\"radio\" name=\"N\">&lt;c&gt;</label>\n\
         <div class=\"tab-panel\">\n<pre tabindex=\"0\"><code class=\"language-js\">== y\n</code></pre>\n</div>\n</div>"
    );
    let group =
        english("::: code-group\nx\n```sh [npm]\n```\n```js\n```\n:::\n\n::: tabs\nx\n:::\n").html;
    for part in [
        "<p>x</p>",
        "checked>npm</label>",
        "-0\">js</label>",
        "<div class=\"tabs\">\n<p>x</p>\n</div>",
    ] {
        assert!(group.contains(part), "{part} in {group}");
    }
    assert!(!group.contains("figcaption"), "{group}");
    let page = english("::: tabs\n== A\n## B\n== C\nd\n:::\n");
    let words: Vec<_> =
        page.sections.iter().map(|s| (s.heading.as_str(), s.text.as_str())).collect();
    assert_eq!(words, [("", "A"), ("B", "C\nd")]);
}

#[test]
fn formulas_are_rendered_as_math_and_prices_are_not() {
    check(
        "中文$a$是 `$x$`",
        "<p>中文<math display=\"inline\"><mi>a</mi></math>是 <code>$x$</code></p>",
    );
    for text in [
        "$5 and $6",
        "US$5, or US$6",
        "价格 $5到$6。",
        "$HOME/$PATH",
        "${a}/${b}",
        "变量 $A和$B",
        "\\$a$",
    ] {
        assert!(!english(text).html.contains("<math"), "{text}");
    }
    check(
        "```math\na\n```\n\n$$\nb\n$$\n",
        "<div><math display=\"block\"><mi>a</mi></math></div>\n<p><math display=\"block\"><mi>b</mi></math></p>",
    );
    check_issues("a\n\n$\\nosuch$ x\n", &[("math-invalid", 3)]);
    let wrong = render_as("$\\no<b>$ x\n", Flavor::Markdown, Locale::Zh).html;
    assert!(wrong.contains("<code>\\no&lt;b&gt;</code> <small>公式有误</small>"), "{wrong}");
    assert_eq!(english("x $a = 1$ y").sections[0].text, "x a=1 y");
}

#[test]
fn nested_containers_are_parsed_and_unbalanced_ones_reported() {
    let html = english(":::: info A\n::: tip B\nx\n:::\ny\n::::\nz\n").html;
    assert!(html.ends_with("<p>x</p>\n</div>\n<p>y</p>\n</div>\n<p>z</p>\n"), "{html}");
    check_issues("a\n\n::: tip\nx\n", &[("container-unclosed", 3)]);
    let nested = "::: warning x\n- list\n\n  :::info\n  a\n  :::\n:::\n\n:::: danger\n::: tip\nb\n:::\n::::\n";
    check_issues(nested, &[]);
    check_issues("> ::: tip\n> - a\n>\n>   ::: info\n>   b\n>   :::\n> :::\n", &[]);
    check_issues("::: tip\nx\n:::\n\n:::\n", &[("container-stray", 5)]);
}

#[test]
fn unsafe_html_in_markdown_is_sanitized() {
    check("<div title=\"\n\n```js\nx\n```\n\n\" onclick=\"y\">z", "");
    check(
        "[a](javascript:x) ![b](javascript:x)",
        "<p><a>a</a> <span class=\"refused-image\">b</span></p>",
    );
    let page = english("# A\n\n![b](javascript:x) ![c](javascript:y)\n\nText.\n");
    assert_eq!(crate::section::excerpt(&page.sections), "Text.");
    assert_eq!(page.sections[0].alt_texts, "b\nc");
    check(
        "<b id=\"root\" class=\"callout\" style=\"x\">a</b>",
        "<p><b id=\"user-content-root\">a</b></p>",
    );
    check("a\n\n<script>\nalert(1)\n</script>\n", "<p>a</p>");
    check("<h2 align=\"center\">a</h2>", "<h2 id=\"a\">a</h2>");
}

#[test]
fn column_alignment_is_a_data_attribute() {
    check(
        "|a|b|\n|:-:|--:|\n|1|2|\n",
        "<div class=\"table-scroll\" tabindex=\"0\"><table>\n<thead>\n<tr>\n<th data-align=\"center\">a</th>\n<th data-align=\"end\">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td data-align=\"center\">1</td>\n<td data-align=\"end\">2</td>\n</tr>\n</tbody>\n</table></div>",
    );
}

#[test]
fn cell_with_long_prose_has_the_prose_class() {
    let long = "Requests that are allowed before the others of the same key are rejected";
    let chinese = "同一个键在时间窗口内允许的最大请求数，超过之后的请求会被拒绝，并返回状态码";
    for (cell, is_prose) in [
        (long, true),
        (chinese, true),
        ("short text", false),
        (&"x".repeat(100)[..], false),
        (&format!("`{}`", "x".repeat(100)), false),
        (&format!("see `{}`", "x ".repeat(50)), true),
    ] {
        let html = english(&format!("| a | {cell} |\n|---|---|\n| b | {cell} |\n")).html;
        assert_eq!(
            html.matches("<td class=\"prose-cell\">").count(),
            usize::from(is_prose),
            "{html}"
        );
        assert!(!html.contains("<th class"), "{html}");
    }
}

#[test]
fn footnotes_and_their_references_link_to_each_other() {
    let html = english("a[^x] b[^x] c[^c]\n\n[^c]: M\n[^x]: N\n").html;
    for part in [
        "<sup class=\"footnote-ref\"><a href=\"#fn-1\" id=\"fnref-1\">1</a></sup>",
        "id=\"fnref-1-2\"",
        "<section class=\"footnotes\">\n<ol>\n<li id=\"fn-1\">",
        "<a class=\"footnote-back\" href=\"#fnref-1-2\" aria-label=\"Back to reference 1\">↩</a>",
        "<li id=\"fn-2\">",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    check_issues("a[^x]\n\n[^x]: N\n", &[]);
}

#[test]
fn footnote_without_reference_is_removed_and_reported() {
    check_issues(
        "a[^x]\n\n> [^y]: N\n\n[^x]: M\n\n[^Z]: O\n\n[^z]: P\n",
        &[("footnote-unused", 3), ("footnote-unused", 7), ("footnote-repeated", 9)],
    );
    check_issues("a[^x]\n\n[^x]: N[^y]\n\n[^y]: M\n", &[]);
    check("a\n\n> [^y]: N\n\n- [^z]: O\n", "<p>a</p>");
}

#[test]
fn first_of_several_footnotes_with_the_same_name_is_used() {
    let page = english("x[^a]。\n\n[^a]: 一\n\n[^A]: 二\n\n## 标题\n\n末尾[^b]\n\n[^b]: 三\n");
    let (text, notes) = page.html.split_once("<section class=\"footnotes\">").unwrap();
    assert!(text.contains("<h2 id=\"标题\">标题</h2>"), "{text}");
    assert!(text.contains("<a href=\"#fn-2\" id=\"fnref-2\">2</a>"), "{text}");
    assert!(notes.contains("<li id=\"fn-1\"><p>一") || notes.contains("一"), "{notes}");
    assert!(!page.html.contains('二') && notes.ends_with("</li>\n</ol></section>\n"), "{notes}");
    let issues: Vec<_> = page.issues.iter().map(|i| (i.code, i.line, i.detail.as_str())).collect();
    assert_eq!(issues, [("footnote-repeated", Some(5), "[^A]")]);
    for (body, notes) in [
        ("> x[^n]\n>\n> [^n]: 引\n\n- y[^N]\n\n  [^N]: 列\n", "引"),
        ("x[^n]\n\n[^n]: a\n[^n]: b\n[^n]: c\n", "a"),
        ("x[^ß]\n\n[^SS]: a\n[^ß]: b\n", "a"),
    ] {
        let page = english(body);
        let section = page.html.split_once("<section class=\"footnotes\">").unwrap().1;
        assert_eq!(section.matches("<li").count(), 1, "{section}");
        assert!(section.contains(notes), "{section}");
    }
    // The list contains a footnote that only another footnote references. It contains no footnote without a reference.
    let html = english("a[^1] b[^2]\n\n[^2]: y\n[^1]: x[^3]\n[^3]: z\n[^4]: gone\n").html;
    let notes: Vec<_> = html.split("<li id=").skip(1).collect();
    assert!(notes[0].contains('x') && notes[1].contains('y') && notes[2].contains('z'), "{html}");
    assert!(notes.len() == 3 && !html.contains("gone"), "{html}");
}

#[test]
fn alerts_with_any_spacing_and_known_name_are_callouts() {
    let callout = |tone: &str, title: &str| {
        format!(
            "<div class=\"callout\" data-tone=\"{tone}\">\n<p class=\"callout-title\">{title}</p>\n<p>x</p>\n</div>"
        )
    };
    for (body, tone, title) in [
        (">[!NOTE]\n>x\n", "note", "Note"),
        (">  [!tip]\n> x\n", "tip", "Tip"),
        ("> [!WARNING]   \n> x\n", "warning", "Warning"),
        (">\t[!CAUTION]\n> x\n", "danger", "Danger"),
        (">[!NOTE] A *b*\n>\n>x\n", "note", "A <em>b</em>"),
        ("> [!INFO]\n> x\n", "info", "Info"),
        ("> [!DANGER] 3~4 5~6\n> x\n", "danger", "3~4 5~6"),
        ("> [!faq] A {b}\n> x\n", "info", "A {b}"),
    ] {
        check(body, &callout(tone, title));
        check_issues(body, &[]);
    }
    let nested = english("- a\n\n  >[!IMPORTANT]\n  >x\n\n> > [!INFO]\n> > x\n").html;
    assert!(nested.contains(&callout("important", "Important")), "{nested}");
    assert!(nested.contains(&callout("info", "Info")), "{nested}");
    check(
        "> [!NOTE]\\\n> x\n",
        "<div class=\"callout\" data-tone=\"note\">\n<p class=\"callout-title\">Note</p>\n<p>x</p>\n</div>",
    );
    check("> [!NOTE]-\n> x\n", "<details>\n<summary>Note</summary>\n<p>x</p>\n</details>");
    check(
        "> [!FAQ]+ Why?\n> x\n",
        "<details open=\"\">\n<summary>Why?</summary>\n<p>x</p>\n</details>",
    );
    check_issues("> [!TIP]- A\n> x\n", &[]);
    for text in ["> a\n> [!INFO]\n", "> [!UNKNOWN]\n> x\n", "[!INFO] x\n", "> \\[!INFO]\n> x\n"] {
        assert!(!english(text).html.contains("callout"), "{text}");
    }
}

#[test]
fn line_breaks_within_chinese_text_are_not_spaces() {
    for (body, expected) in [
        ("他说——\n中文", "他说——中文"),
        ("卡尔·\n马克思", "卡尔·马克思"),
        ("25℃\n以上", "25℃以上"),
        ("如图①\n所示", "如图①所示"),
        ("文件→\n打开", "文件→打开"),
        ("文字[^1]\n下一行\n\n[^1]: x", "</sup>下一行"),
        ("**中文**\n换行", "<strong>中文</strong>换行"),
        ("**中文[^1]**\n换行\n\n[^1]: x", "</strong>换行"),
        ("<b>文</b>\n中", "<b>文</b>中"),
        ("中文\n<kbd>键</kbd>", "中文<kbd>键</kbd>"),
        ("- 中\n  文\n", "<li>中文</li>"),
        ("> 中\n> 。文\n", "<p>中。文</p>"),
        ("他说……\n“好”", "他说……“好”"),
        ("“好”\n“行”", "“好”“行”"),
        ("甲“乙”\n——丙", "甲“乙”——丙"),
        ("甲①\n②乙", "甲①②乙"),
        ("甲——\n**“乙”**", "甲——<strong>“乙”</strong>"),
        ("- 甲✅\n  ✅乙", "甲✅✅乙"),
        ("甲⚠\u{fe0f}\n乙", "甲⚠\u{fe0f}乙"),
        ("甲1\u{fe0f}\u{20e3}\n乙", "\u{20e3}乙"),
        ("甲\n©\u{fe0f}\n乙", "甲©\u{fe0f}乙"),
        ("甲✅\n✅ 乙", "甲✅✅ 乙"),
        ("甲⭐\n乙⸺\n丙🇨🇳\n丁", "甲⭐乙⸺丙🇨🇳丁"),
        ("中文，\nEnglish", "中文，English"),
        ("（中文）\nword", "（中文）word"),
        ("word\n（中文）", "word（中文）"),
        ("见《书》：\n`code`", "见《书》：<code>code</code>"),
        ("**步骤。**\n1 次", "<strong>步骤。</strong>1 次"),
    ] {
        let html = render_as(body, Flavor::Markdown, Locale::Zh).html;
        assert!(html.contains(expected), "{html}");
    }
    for body in [
        "中文\nEnglish",
        "word —\nword",
        "25°\nC",
        "“a”\n“b”",
        "“a”\n“乙”",
        "**a…**\n——b",
        "1\u{fe0f}\u{20e3} a\n✅ b",
        "中文[^1]\nword\n\n[^1]: x",
        "한국\n어",
    ] {
        let html = english(body).html;
        assert!(
            html.contains('\n')
                && html.matches("<p>").count() > 0
                && html.lines().next().is_some_and(|line| !line.ends_with("</p>")),
            "{html}"
        );
    }
    assert_eq!(english("中\n文\n===\n").title.as_deref(), Some("中文"));
}

#[test]
fn table_of_contents_placeholders_are_removed() {
    for mark in
        ["[[toc]]", "[TOC]", "[[_TOC_]]", "{:toc}", "* TOC\n{:toc}", "1. 目录\n{:toc .menu}"]
            .into_iter()
            .chain(["@[toc]", "@[TOC](目录)", "${toc}", "{{TOC}}"])
    {
        check(&format!("a\n\n{mark}\n\nb\n"), "<p>a</p>\n<p>b</p>");
    }
    for text in [
        "\\[TOC\\]",
        "\\[toc]",
        "&#91;TOC]",
        "\\[\\[toc\\]\\]",
        "\\[[_TOC_]]",
        "\\{:toc}",
        "\\${toc}",
        "\\@[toc](x)",
        "- \\[TOC]",
        "* TOC\n\\{:toc}",
    ] {
        let html = english(&format!("a\n\n{text}\n\nb\n")).html;
        assert!(html.to_ascii_lowercase().contains("toc"), "{text}: {html}");
    }
    for text in ["> [TOC]", "- [TOC]", "> - [[toc]]", "::: tip\n[TOC]\n:::", "> [!NOTE]\n> [TOC]"] {
        check(&format!("a\n\n{text}\n\nb\n"), "<p>a</p>\n<p>b</p>");
    }
    check("- [TOC]\n- b\n", "<ul>\n<li>b</li>\n</ul>");
    for text in ["`[TOC]`", "See [TOC]", "* TOC\n* b", "[TOC]\n\n[TOC]: /a"] {
        assert!(english(text).html.contains("TOC"), "{text}");
    }
}

#[test]
fn containers_after_unclosed_fences_are_parsed() {
    for before in [
        "<!--\n```\n-->\n\n",
        "<!-- ``` -->\n\n",
        "> ```\n> x\n\n",
        "- a\n\n  ```\n  x\n\n",
        "<pre>\n```\n</pre>\n\n",
        "<div>\n```\n</div>\n\n",
        "<p>\n~~~\n</p>\n\n",
        "a\n\n    ```\n\n",
    ] {
        let body = format!("{before}::: tip a: b\n3~4 5~6\n:::\n");
        for flavor in [
            Flavor::Markdown,
            Flavor::Vitepress(Plugins::NONE),
            Flavor::Hugo,
            Flavor::Mdbook(Plugins::MATH),
        ] {
            let page = render_as(&body, flavor, Locale::En);
            assert!(page.html.contains("<p class=\"callout-title\">a: b</p>"), "{}", page.html);
            assert!(
                page.html.contains("<p>3~4 5~6</p>") && page.issues.is_empty(),
                "{:?}",
                page.issues
            );
        }
    }
}

#[test]
fn issue_of_unclosed_container_contains_the_source_text() {
    for line in [
        "::: tip a: b",
        "::: tip a & b \\* c",
        "::: tip &colon; &amp;",
        ":::note{title=\"a: b\"}",
        "> ::: tip a: b",
    ] {
        let page = english(&format!("x\n\n{line}\n"));
        let issue = page.issues.iter().find(|issue| issue.code == "container-unclosed");
        assert_eq!(issue.map(|issue| issue.detail.as_str()), Some(line), "{:?}", page.issues);
    }
}

#[test]
fn surplus_table_cells_are_reported() {
    let head = "| a | b |\n|---|---|\n";
    for (row, line) in [("| 1 | 2 | 3 |", 3), ("1 | 2 | 描述", 3), ("| 1 | `a|b` |", 3)] {
        check_issues(&format!("{head}{row}\n"), &[("table-cells-dropped", line)]);
    }
    check_issues("- x\n\n  | a |\n  |---|\n  | 1 | 2 |\n", &[("table-cells-dropped", 5)]);
    check_issues("> | a |\n> |---|\n> | 1 | 2 |\n", &[("table-cells-dropped", 3)]);
    for row in ["| 1 | 2 |", "| 1 | 2 | |", "| 1 |", "| 1 \\| 2 | 3 |", "1 | 2"] {
        check_issues(&format!("{head}{row}\n"), &[]);
    }
    let page = english(&format!("{head}| 1 | 2 | 3 | 4 |\n"));
    assert_eq!(page.issues[0].detail, "3 | 4");
}

#[test]
fn malformed_markup_is_reported() {
    for body in [
        "见 [x]（./a.md）。\n",
        "![e](./assets/图 1.png)\n",
        "##标题\n",
        "-项\n",
        "###Title\n",
        "- a\n\n  ##标题\n",
        "文\n-项\n",
        "1.安装\n",
        "> 12.安装\n",
        "＃ 标题\n",
        "＃＃标题\n",
        "- [ ]任务\n",
        "见【文】(./a.md)。\n",
        "| ［文］(../b.md) |\n|---|\n| x |\n",
        "[文]（https://a.b）\n",
        "![图]（https://a.b/c.png）\n",
        "见 [文](https://a.b c)。\n",
        "[文] (./b.md)\n",
        "![图] (./c.png)\n",
        "［文］（./b.md）\n",
        "【文】（https://a.b/c）\n",
        "[文](./b.md\n",
        "【注】（说明）与【文】（./b.md）\n",
        "[a] (b) [c] (./d.md)\n",
        "-[ ] 任务\n",
        "*[x] done\n",
        "1)安装\n",
        "*项一\n*项二\n",
        "1．安装\n",
        "－项\n",
        "文 **加粗 **后\n",
        "** 加粗，**后\n",
    ] {
        let issues = english(body).issues;
        assert_eq!(
            issues.iter().map(|issue| issue.code).collect::<Vec<_>>(),
            ["markup-not-read"],
            "{body}"
        );
    }
    for body in [
        "`[x]（./a.md）`\n",
        "[x](./a.md)\n",
        "\\##标题\n",
        "\\[x\\](./a.md)\n",
        "-5 度\n",
        "#标签\n",
        "a[0](b)\n",
        "[注]（见下）\n",
        "1.5 倍\n",
        "1.a\n",
        "*注：必填\n",
        "＃标签\n",
        "[ ]任务\n",
        "【注】(见下)\n",
        "数组[1] (见下)\n",
        "[可选]（说明）\n",
        "[可选] (see b.md below)\n",
        "a[1] (/)\n",
        "Fixed a crash [core] (#123)\n",
        "【注】（#12）\n",
        "Formats [default] (.json)\n",
        "[可选] (.env)\n",
        "see [1] (https://example.com/a)\n",
        "array a[0] (/etc/hosts)\n",
        "regex [a-z](/\n",
        "use a[0](./x\n",
        "（https://a.b）\n",
        "*注一\n注二\n",
        "2024.安\\排\n",
        "－5 度\n",
        "1．5 倍\n",
        "**kwargs 和 **args\n",
        "2 ** 3 ** 4\n",
        "甲 ** 乙 ** 丙\n",
        "---\n",
        "```\n##标题\n```\n",
    ] {
        check_issues(body, &[]);
    }
}

#[test]
fn footnote_in_the_title_links_back_to_the_title() {
    let html = english("# A[^x]\n\n[^x]: N\n").html;
    assert!(html.contains("<span id=\"a\"></span><span id=\"fnref-1\"></span>"), "{html}");
    assert!(html.contains("href=\"#fnref-1\""), "{html}");
}

#[test]
fn single_tildes_are_text() {
    for body in [
        "每组3~4人，共30~40人",
        "9:00~11:30，13:30~17:00",
        "len(2~4), size(16~32)",
        "~/.a:~/.b",
        "~a~ b",
    ] {
        for flavor in [
            Flavor::Markdown,
            Flavor::MDX,
            Flavor::Vitepress(Plugins::NONE),
            Flavor::Hugo,
            Flavor::Mdbook(Plugins::MATH),
            Flavor::Mkdocs(Plugins::NONE),
        ] {
            let page = render_as(body, flavor, Locale::Zh);
            assert_eq!(page.html.trim(), format!("<p>{body}</p>"), "{flavor:?}");
            assert_eq!(page.sections[0].text, body, "{flavor:?}");
        }
        for (before, after) in
            [("- ", ""), ("> ", ""), ("## ", ""), ("1. > - ", ""), ("| ", " |\n|---|\n")]
        {
            let html = english(&format!("{before}{body}{after}")).html;
            assert!(html.contains(body) && !html.contains("<del>"), "{html}");
        }
        let tip = english(&format!("::: tip {body}\n{body}\n:::\n\n> [!NOTE]\n> {body}\n")).html;
        assert_eq!(tip.matches(body).count(), 3, "{tip}");
    }
    check("每组 3~4 人，**共 5~6 组**", "<p>每组 3~4 人，<strong>共 5~6 组</strong></p>");
    check("~~a~b~~ **x**", "<p><del>a~b</del> <strong>x</strong></p>");
    check("[3~4 与 5~6](b)", "<p><a href=\"/p/b\">3~4 与 5~6</a></p>");
    check(
        "`a~b` c~d\n\n    e~f g~h\n",
        "<p><code>a~b</code> c~d</p>\n<pre tabindex=\"0\"><code>e~f g~h\n</code></pre>",
    );
    check("~~删除~~", "<p><del>删除</del></p>");
    let with_plugin = Flavor::Mkdocs(["tilde"].into_iter().collect());
    assert_eq!(render_as("H~2~O", with_plugin, Locale::En).html.trim(), "<p>H<sub>2</sub>O</p>");
}

#[test]
fn dollar_signs_in_prose_are_text() {
    for body in [
        "$_GET、$_POST",
        "$_GET/$_POST",
        "$(pwd)/$(date)",
        "Makefile $@,$&lt;",
        "美元($)与欧元(€)，港元(HK$)",
        "命令提示符$或#，普通用户是$",
        "$HOME/$PATH",
        "US$5, or US$6",
        "变量 $a、$b、$c 和 $d",
        "$('a')和$('b')",
        "$5，$6，$7",
        "进程号$$，父进程$$",
    ] {
        for (before, after) in
            [("", ""), ("- ", ""), ("> ", ""), ("## ", ""), ("| ", " |\n|---|\n")]
        {
            let page = render_as(&format!("{before}{body}{after}"), Flavor::Markdown, Locale::Zh);
            assert!(page.html.contains(body), "{body}: {}", page.html);
            assert!(page.issues.is_empty(), "{body}: {:?}", page.issues);
        }
        let tip = english(&format!("::: tip {body}\n{body}\n:::\n")).html;
        assert_eq!(tip.matches(body).count(), 2, "{tip}");
    }
    for body in
        ["$a+b$", "$(x,y)$", "$x$、$y$", "$x$.", "$\\text{宽}=3$", "$v_{平均}$", "$$\nx\n$$"]
    {
        let html = render_as(body, Flavor::Markdown, Locale::Zh).html;
        assert!(
            html.contains("<math") && !html.contains('$') && !html.contains("math-error"),
            "{html}"
        );
    }
}

#[test]
fn flavors_support_only_the_syntax_of_their_generator() {
    let vitepress = Flavor::Vitepress(Plugins::NONE);
    for (body, flavor, expected) in [
        ("正则 ^[0-9]+$", Flavor::Markdown, "<p>正则 ^[0-9]+$</p>"),
        ("正则 ^[0-9]+$", vitepress, "<p>正则 ^[0-9]+$</p>"),
        ("a ^[b]", Flavor::MDX, "<p>a ^[b]</p>"),
        ("a $x$ b", Flavor::Mdx(Plugins::NONE), "<p>a $x$ b</p>"),
        ("a $x$ b", Flavor::Mdbook(Plugins::NONE), "<p>a $x$ b</p>"),
        ("$x$ 与 $y$", vitepress, "<p>$x$ 与 $y$</p>"),
        ("$$\nx\n$$", vitepress, "<p>$$\nx\n$$</p>"),
        ("H~2~O", vitepress, "<p>H~2~O</p>"),
        ("term\n: words", vitepress, "<p>term\n: words</p>"),
        ("term\n: words", Flavor::MDX, "<p>term\n: words</p>"),
        ("$x$", Flavor::Mkdocs(Plugins::NONE), "<p>$x$</p>"),
        ("x^2^ ==a== ++b++", Flavor::Mkdocs(Plugins::NONE), "<p>x^2^ ==a== ++b++</p>"),
        ("term\n: words", Flavor::Mkdocs(Plugins::NONE), "<p>term\n: words</p>"),
    ] {
        assert_eq!(render_as(body, flavor, Locale::En).html.trim(), expected, "{flavor:?}");
    }
    let math = Flavor::Vitepress(["math"].into_iter().collect());
    assert!(render_as("$x$", math, Locale::En).html.contains("<math"));
    for flavor in [Flavor::Gfm(Plugins::NONE), Flavor::MDX] {
        let page = render_as("term\n: words\n\n$x^2$ 5~6\n", flavor, Locale::En);
        assert!(!page.html.contains("<dl>"), "{}", page.html);
        assert_eq!(page.html.contains("<math"), flavor == Flavor::MDX, "{}", page.html);
    }
    for flavor in [Flavor::Markdown, Flavor::Hugo, Flavor::Mkdocs(Plugins::ALL)] {
        assert!(render_as("term\n: words", flavor, Locale::En).html.contains("<dl>"));
    }
}

#[test]
fn emphasis_and_line_breaks_in_chinese_text_are_converted() {
    check("**注意：**这里", "<p><strong>注意：</strong>这里</p>");
    check("中文\n换行 and\nEnglish", "<p>中文换行 and\nEnglish</p>");
}

#[test]
fn placeholders_are_text_and_unsupported_markup_is_reported() {
    check("use <your-key> here", "<p>use &lt;your-key&gt; here</p>");
    check_issues(
        "a <Badge text=\"b\" />\n\n<My-Box>\n\nx\n\n</My-Box>\n",
        &[("component-dropped", 1), ("component-unwrapped", 3)],
    );
    check_issues(
        "<style>\np {}\n</style>\n\n<<< @/a.js\n\n<!--@include: ./b.md-->\n",
        &[("script-or-style-dropped", 1), ("include-not-read", 5), ("include-not-read", 7)],
    );
}

#[test]
fn dropped_image_sizes_are_reported() {
    check_issues(
        "<img src=\"a.png\" style=\"height:9px\">\n<img src=\"a.png\" style=\"max-width:50%\">\n",
        &[("image-size-dropped", 2)],
    );
    check_issues("a <img src=\"a.png\" style=\"width:9vw\">\n", &[("image-size-dropped", 1)]);
}

#[test]
fn text_of_component_named_like_svg_or_mathml_element_is_kept() {
    for name in ["Card", "Text", "List", "View", "Switch", "Set", "list", "card"] {
        check(&format!("a <{name}>b</{name}>"), "<p>a b</p>");
        let block = english(&format!("<{name} title=\"t\">\n\ntext\n\n</{name}>\n")).html;
        assert_eq!(block.trim(), "<p>text</p>", "{name}");
        let nested = format!("<Group>\n  <{name} title=\"t\">\n    text\n  </{name}>\n</Group>\n");
        assert_eq!(english(&nested).html.trim(), "text", "{name}");
    }
    check("a <svg><text>b</text></svg>", "<p>a </p>");
}

#[test]
fn type_parameter_with_bounds_is_text_and_not_a_component() {
    for text in ["List<T extends X>", "of <T extends X>", "List<T = any>", "Box<dyn Error>"] {
        let page = english(&format!("Use {text} here.\n"));
        let expected = text.replace('<', "&lt;").replace('>', "&gt;");
        assert_eq!(page.html.trim(), format!("<p>Use {expected} here.</p>"));
        assert_eq!(page.issues, [], "{text}");
    }
}

#[test]
fn placeholder_of_several_words_is_text_in_title_and_body() {
    let page = english("# Pull <image name>\n\nSet <your key> first.\n");
    assert_eq!(page.title.as_deref(), Some("Pull <image name>"));
    assert!(page.html.contains("<p>Set &lt;your key&gt; first.</p>"), "{}", page.html);
    assert_eq!(page.issues, []);
}

#[test]
fn unclosed_formatting_element_is_text() {
    let page = english("# Item <i>\n\nAdd <b> to <a>.\n\nEnd\n");
    assert_eq!(page.title.as_deref(), Some("Item <i>"));
    assert!(page.html.contains("<p>Add &lt;b&gt; to &lt;a&gt;.</p>\n<p>End</p>"), "{}", page.html);
    check("a <b>c</b> <B>d</b>", "<p>a <b>c</b> <b>d</b></p>");
    for name in ["kbd", "mark", "del", "ins", "samp", "cite", "dfn"] {
        check(&format!("Press <{name}>"), &format!("<p>Press &lt;{name}&gt;</p>"));
        let closed = format!("Press <{name}>a</{name}>");
        check(&closed, &format!("<p>{closed}</p>"));
    }
}

#[test]
fn unknown_component_with_text_attribute_causes_a_warning() {
    for (tag, severity) in [
        ("<My-Box>", Severity::Note),
        ("<My-Box id=\"a\">", Severity::Note),
        ("<My-Box\nlabel='A \"b\"'>", Severity::Warning),
        ("<My-Box title=\"A\">", Severity::Warning),
    ] {
        let issues = english(&format!("{tag}\n\nx\n\n</My-Box>\n")).issues;
        let actual: Vec<_> = issues.iter().map(|issue| (issue.code, issue.severity)).collect();
        assert_eq!(actual, [("component-unwrapped", severity)], "{tag}");
    }
}

#[test]
fn quotes_in_mdx_attributes_do_not_end_the_attribute() {
    let attack = "\" onclick=\"x\"><script>x</script><b a=\"";
    for body in [
        format!("<div className='a' title='{attack}'>x</div>\n"),
        format!("<img src=\"a.png\" className=\"b\" alt={{`{attack}`}} />\n"),
        format!("<Tabs>\n<TabItem label='{attack}'>\nx\n</TabItem>\n</Tabs>\n"),
        format!("<Admonition title='{attack}'>\nx\n</Admonition>\n"),
        format!("a <Admonition title='{attack}'>x</Admonition>\n"),
        format!("<Card title='{attack}'>\nx\n</Card>\n"),
        format!("<LinkCard title='{attack}' href='{attack}' />\n"),
        format!("<Link to='{attack}'>x</Link> <Badge text='{attack}' />\n"),
        format!("<CodeBlock language='{attack}' title='{attack}'>{{'x'}}</CodeBlock>\n"),
        format!("<iframe src='{attack}' title='{attack}'></iframe>\n"),
    ] {
        let page = render_as(&body, Flavor::MDX, Locale::En);
        let mut tags = page.html.split('<').skip(1).map(|it| it.split('>').next().unwrap());
        assert!(!page.html.contains("<script"), "{body} {}", page.html);
        let outside_quotes = |tag: &str| tag.split('"').step_by(2).collect::<String>();
        assert!(!tags.any(|tag| outside_quotes(tag).contains("onclick")), "{body} {}", page.html);
    }
}

#[test]
fn listing_in_a_list_item_does_not_end_the_list() {
    let body = "1. a\n\n   <Listing number=\"1-1\"\n   caption=\"B\">\n\n   ```rust\n   x\n   ```\n\n   \
                </Listing>\n\n2. c\n";
    let page = render_as(body, Flavor::Mdbook(Plugins::NONE), Locale::En);
    assert_eq!(page.html.matches("<ol").count(), 1, "{}", page.html);
    assert!(page.html.contains("<strong>Listing 1-1</strong> · B"), "{}", page.html);
    assert_eq!(page.issues, []);
}

#[test]
fn urls_with_character_references_are_decoded() {
    let page = english("<img src=\"&#104;ttps://a.b/c.png\">\n\n<a href=\"./b&#46;md\">x</a>\n");
    let links: Vec<_> = page.links.iter().map(|used| used.written.as_str()).collect();
    assert_eq!(links, ["https://a.b/c.png", "./b.md"]);
}

#[test]
fn unclosed_script_style_and_head_tags_are_text() {
    for name in ["script", "style", "template", "head", "title"] {
        let shown = format!("<p>用 &lt;{name}&gt; 标签。</p>\n<p>后文</p>");
        check(&format!("用 <{name}> 标签。\n\n后文"), &shown);
        check_issues(&format!("用 <{name}> 标签。\n\n后文"), &[]);
        let page = english(&format!("# The <{name}> tag\n\n- <{name}>: x\n\n## Next\n\nlast\n"));
        assert_eq!(page.title.as_deref(), Some(format!("The <{name}> tag").as_str()));
        assert!(page.html.contains(&format!("&lt;{name}&gt;: x")), "{}", page.html);
        assert!(page.html.contains("last"), "{}", page.html);
    }
    check("a <script>alert(1)</script> b", "<p>a  b</p>");
    check("a <SCRIPT src=\"x\"> b", "<p>a &lt;SCRIPT src=\"x\"&gt; b</p>");
}

#[test]
fn links_are_listed_with_their_line_numbers() {
    let page = english("a\n\n[b](c) ![d](e)\n\n<p>\n<a href=\"f&amp;g\">h</a></p>\n\n[i](#gone)\n");
    let links: Vec<_> =
        page.links.iter().map(|used| (used.line, used.written.as_str(), used.is_image)).collect();
    assert_eq!(links, [(3, "c", false), (3, "e", true), (6, "f&g", false), (8, "#gone", false)]);
    let page = english("<img src=a.png> <a href=b/>c</a>\n\n<video poster = 'd.png' src={e}>\n");
    let links: Vec<_> =
        page.links.iter().map(|used| (used.line, used.written.as_str(), used.is_image)).collect();
    assert_eq!(links, [(1, "a.png", true), (1, "b/", false), (3, "d.png", true)]);
    check_issues("[i](#gone) [j](#k)\n\n<b id=\"k\"></b>\n", &[("anchor-missing", 1)]);
}

#[test]
fn huge_and_deep_markdown_is_rendered() {
    for (name, body) in [
        ("one long line", "word ".repeat(400_000)),
        ("one long line of Chinese", "文字，".repeat(250_000)),
        ("brackets", "[".repeat(200_000)),
        ("asterisks", "*a ".repeat(200_000)),
        ("mixed delimiters", "*a_b`".repeat(100_000)),
        ("line breaks in nested emphasis", "*中\n".repeat(10_000) + &"文*".repeat(10_000)),
        ("unread links", (0..50).map(|_| "[a](www.b.co ".repeat(760) + "\n").collect()),
        ("quotes", ">".repeat(100_000)),
        ("lists", format!("{}x", "- ".repeat(50_000))),
        ("deep list", (0..2_000).map(|depth| format!("{}- x\n", "  ".repeat(depth))).collect()),
        (
            "table columns",
            format!(
                "|{}\n|{}\n|{}\n",
                "a|".repeat(10_000),
                "-|".repeat(10_000),
                "b|".repeat(10_000)
            ),
        ),
        (
            "aligned table columns",
            format!("|{}\n|{}\n{}", "a|".repeat(10_000), ":-:|".repeat(10_000), "|b\n".repeat(100)),
        ),
        ("table rows", format!("|a|b|\n|-|-|\n{}", "|c|d|\n".repeat(20_000))),
        ("links", "[a](b)".repeat(50_000)),
        ("autolinks", "https://a.b，".repeat(20_000)),
        ("autolinks in Chinese", "https://a.b和".repeat(20_000)),
        ("autolink with brackets and commas", format!("https://a.b/{}中", "),".repeat(100_000))),
        ("unclosed containers", (0..3_000).map(|_| ":::tip\n").collect()),
        ("closed containers", format!("{}{}", ":::tip\n".repeat(5_000), ":::\n".repeat(5_000))),
        ("long fences", format!("{}\nx", "`".repeat(500_000))),
        (
            "anchors",
            (0..50_000).map(|n| format!("<b id=\"{n}\"></b>[a](#{n})[b](#x{n})\n")).collect(),
        ),
        ("footnotes", (0..5_000).map(|n| format!("[^{n}]\n\n[^{n}]: x\n\n")).collect()),
    ] {
        let page = english(&body);
        // The parser adds missing table cells, so the HTML may be much larger than the Markdown.
        let size = page.html.len();
        assert!((1..20 << 20).contains(&size), "{name}: {size} bytes");
    }
}

#[test]
fn huge_and_deep_html_is_rendered() {
    for (name, body) in [
        ("elements", "<div>".repeat(50_000)),
        ("inline elements", "<b>".repeat(50_000)),
        ("formatting in blocks", "<b><div>\n\n".repeat(20_000)),
        ("tables", "<table><tr><td>\n".repeat(5_000)),
        ("open tags", "<a ".repeat(100_000)),
        ("attributes", format!("<div {}>", "a=b ".repeat(100_000))),
        ("closed elements", "<div>x</div>\n\n".repeat(20_000)),
        ("comments", "<!-- ".repeat(100_000)),
    ] {
        // If parsing took quadratic time, this call would take minutes.
        let page = english(&body);
        assert!(page.html.len() < 20 << 20, "{name}: {} bytes", page.html.len());
    }
    assert_eq!(english(&"<div>".repeat(300)).issues[0].code, "html-too-deep");
}

#[test]
fn code_in_a_container_does_not_end_the_container() {
    let page = english(":::warning T\n```md\n:::tip x\nbody\n:::\n```\n:::\n\n## After\n");
    let (container, after) = page.html.split_once("<h2 id=\"after\">").unwrap();
    let expected =
        ">:::tip x</span>\nbody\n<span class=\"hl-meta\">:::</span>\n</code></pre>\n</div>";
    assert!(container.contains(expected), "{container}");
    assert!(after.starts_with("After</h2>"), "{after}");
}

#[test]
fn mdx_is_rendered_like_markdown() {
    let page = render_as(
        "import A from 'a'\n\n# T {/*t*/}\n\n<A x={1}>\n    b **c**\n</A>\n",
        Flavor::MDX,
        Locale::En,
    );
    assert_eq!(page.html.trim(), "<span id=\"t\"></span>\n<p>b <strong>c</strong></p>");
    let codes: Vec<_> = page.issues.iter().map(|issue| (issue.code, issue.line)).collect();
    assert_eq!(codes, [("mdx-import-dropped", Some(1)), ("component-unwrapped", Some(5))]);
}

proptest::proptest! {
    #[test]
    fn any_text_renders_without_scripts(body in "[-<>\\[\\](){}#*_`~:|!^&;=\"'/\\\\ \n\ta-c1文。]{0,120}") {
        let page = english(&body);
        let html = page.html.to_lowercase();
        proptest::prop_assert!(!html.contains("<script") && !html.contains("style=") && !html.contains("own"));
        render_as(&body, Flavor::MDX, Locale::Zh);
    }
}
