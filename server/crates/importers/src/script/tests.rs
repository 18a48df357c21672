//! Tests of the evaluator.

use std::collections::HashMap;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::tree::Tree;

fn format_value(value: &Value) -> String {
    match value {
        Value::Nothing => "~".to_owned(),
        Value::Text(text) => text.clone(),
        Value::List(values) => {
            format!("[{}]", values.iter().map(format_value).collect::<Vec<_>>().join(" "))
        }
        Value::Map(entries) => {
            let entry = |(key, value): &(String, Value)| format!("{key}={}", format_value(value));
            format!("{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(" "))
        }
    }
}

/// Evaluates the settings in `c/x.ts`; returns the value and the positions of unresolved
/// expressions.
fn evaluate(files: &[(&str, &str)]) -> (String, Vec<(u32, String)>) {
    let mut names: Vec<String> = files.iter().map(|(file, _)| (*file).to_owned()).collect();
    names.sort();
    let texts: HashMap<String, String> =
        files.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned())).collect();
    let tree = Tree { folder: Path::new(""), files: &names, texts: &texts };
    let scripts = Scripts::new(&tree, "c");
    let mut unknown = Unknown::default();
    let value = scripts.settings("c/x.ts").literal(&mut unknown);
    let mut positions: Vec<_> =
        unknown.into_locations().map(|position| (position.line, position.expression)).collect();
    positions.sort();
    (format_value(&value), positions)
}

#[track_caller]
fn check(text: &str, value: &str, unknown: &[(u32, &str)]) {
    let (found, positions) = evaluate(&[("c/x.ts", text)]);
    let positions: Vec<(u32, &str)> =
        positions.iter().map(|(line, text)| (*line, text.as_str())).collect();
    assert_eq!((found.as_str(), positions.as_slice()), (value, unknown), "{text}");
}

#[test]
fn literals_are_evaluated() {
    check("export default [1, 'b', \"c\", `d`, true,]", "[1 b c d true]", &[]);
    check(
        "export default { 'x': { a: 1.5, 'b-c': [], /* { */ d: null } } // ]",
        "{x={a=1.5 b-c=[] d=~}}",
        &[],
    );
    check(r"export default 'it\'s \u{1f389} \x41' as const", "it's 🎉 A", &[]);
    check(r#"export default { "a": "\ud83c\udf89" }"#, "{a=🎉}", &[]);
    check("module.exports = { a: 1 };", "{a=1}", &[]);
    check("exports.a = 1; exports.b = { c: 2 }", "{a=1 b={c=2}}", &[]);
    check("const c = { a: 1 }\nc.b = 2\nexport default c", "{a=1 b=2}", &[]);
    check("const l = []\nl.push('a', 'b')\nexport default l", "[a b]", &[]);
}

#[test]
fn variables_and_calls_are_resolved() {
    check("const a: T['x'] = [1]\nexport default plugin<T>({ a })", "{a=[1]}", &[]);
    check("export default { x: plugin<T>({ a: 1 }) }", "{x=~}", &[(1, "plugin<T>({ a: 1 })")]);
    check(
        "export default defineConfig<T>({ x: f() })\nfunction f(): A[] {\n  return [{ a: 1 }]\n}",
        "{x=[{a=1}]}",
        &[],
    );
    check("export default ({ mode }) => ({ a: mode ? 1 : 2 })", "{a=2}", &[]);
    check(
        "export default { ...b, ...(c ? {} : { d: 1 }) }\nconst b = { a: 1 }, c = !!process.env.X",
        "{a=1 d=1}",
        &[],
    );
    check(
        "const { a, ...rest } = { a: 1, b: 2, c: 3 }\nexport { rest as default }",
        "{b=2 c=3}",
        &[],
    );
    check(
        "const f = (n, x = 'y') => `${n}-${x}`\nexport default ['a', 'b'].map((n) => f(n))",
        "[a-y b-y]",
        &[],
    );
    check(
        "const title = (s) => s.charAt(0).toUpperCase() + s.slice(1).replaceAll('-', ' ')\nexport default ['get-it-all', ''].map(title)",
        "[Get it all ]",
        &[],
    );
    check(
        "const s = '安装 x'\nexport default [s[0], s.slice(0, 2), s.substring(3)]",
        "[安 安装 x]",
        &[],
    );
    check("export default { x: 'ab'.slice(-1) }", "{x=~}", &[(1, "'ab'.slice(-1)")]);
    check(
        "const a = {}\nfor (const x of ['b', 'c']) a[x] = [x]\nexport default a",
        "{b=[b] c=[c]}",
        &[],
    );
    check(
        "const a = []\nfor (const [x, y] of Object.entries({ b: 1, c: 2 })) {\n  if (y === 1) continue\n  a.push(x)\n}\nexport default a",
        "[c]",
        &[],
    );
    check("const a = {};\n['b'].forEach((x) => { a[x] = 1 })\nexport default a", "{b=1}", &[]);
    check(
        "const f = () => function g(a) { return { ...('' && { b: 1 }), ...(0 && { b: 2 }), c: a.map(g) } }\nexport default f()([[], []])",
        "{c=[{c=[]} {c=[]}]}",
        &[],
    );
    check("export default [1 < 2, 2 - 1, [1].length > 0, 1 >= 2]", "[true 1 true false]", &[]);
    for (change, value) in [
        ("a.push('x')", "[b c x]"),
        ("a.unshift('x')", "[x b c]"),
        ("a.reverse()", "[c b]"),
        ("a.push('a'); a.sort()", "[a b c]"),
        ("a = a.slice(1).concat(a.at(-1), a.slice(0, -1))", "[c c b]"),
        (
            "a = [a.find((x) => x === 'z'), a.some((x) => x === 'b'), a.every((x) => x === 'b')]",
            "[true false]",
        ),
        ("a = a.map((x, at, all) => x + at + all.length)", "[b02 c12]"),
        ("a = 'bc'.split('')", "[b c]"),
        ("a ??= []; a = a[0]; a += 'd'", "bd"),
        ("a = { b: 1, c: 2 }; delete a.b", "{c=2}"),
        ("a = { b: 1, c: 2 }; delete a.b; a = Object.keys(a)", "[c]"),
        ("a = a.filter((x, at, all) => at !== all.length - 2)", "[c]"),
        ("a = a.reduce((all, x, at) => all + x + at, '')", "b0c1"),
        ("a = [a.at(-3), 'abc'.substring(2, 0), 'a🎉'.length]", "[ab 3]"),
        ("a = [{ b: [] }]; for (const g of a) for (const x of [1, 2]) g.b.push(x)", "[{b=[1 2]}]"),
        ("for (let x of a) x = 'z'", "[b c]"),
        ("a = [{ b: ['c'] }]; a[0].b.push('d'); a[0].e = 1", "[{b=[c d] e=1}]"),
        ("const [x, ...more] = a; a = more", "[c]"),
        ("a = [{ b: 1 }].reduce((all, x) => { all.push(x.b); return all }, [])", "[1]"),
    ] {
        check(&format!("let a = ['b', 'c']\n{change}\nexport default a"), value, &[]);
    }
    for change in ["a.splice(0, 1)", "a.pop()", "a.sort((x, y) => y - x)"] {
        let text = format!("const a = ['b', 'c']\n{change}\nexport default {{ a }}");
        check(&text, "{a=~}", &[(2, change)]);
    }
    check("const a = { b: 1 }\nObject.assign(a, { c: 2 })\nexport default a", "{b=1 c=2}", &[]);
    check(
        "export default ['b', 'c'].reduce((all, x) => { all[x] = 1; return all }, {})",
        "{b=1 c=1}",
        &[],
    );
    for looped in [
        "for (const x of fs.readdirSync('.')) a.push(x)",
        "for (const x of ['b']) { if (y()) break; a.push(x) }",
        "fs.readdirSync('.').forEach((x) => a.push(x))",
        "for (let i = 0; i < 2; i++) a.push(i)",
        "while (a.length < 2) { a.push(1) }",
    ] {
        let text = format!("const a = []\nconst c = ['d']\n{looped}\nexport default {{ a, c }}");
        check(&text, "{a=~ c=[d]}", &[(3, looped)]);
    }
    for looped in [
        "for (let i = 0; i < n; i++) a.push(i)",
        "for (const x in fs) a.push(x)",
        "while (n()) a.push(1)",
        "do { a.push(1) } while (n())",
        "if (true) for (const x of fs.readdirSync('.')) a.push(x)",
        "if (n()) { a.push(1) }",
        "a.forEach((g) => g.b.push(1))",
        "for (const g of Object.values(a)) g.b.push(1)",
        "for (const { b } of a) Object.assign(b, { c: 1 })",
        "a[n()] = 1",
    ] {
        let text = format!("const a = [{{ b: [] }}]\n{looped}\nexport default {{ a }}");
        let reported = looped.trim_start_matches("if (true) ").trim_end_matches(" = 1");
        check(&text, "{a=~}", &[(2, reported)]);
    }
    for body in ["fs.readdirSync('.').forEach((x) => a.push(x))", "if (n()) a.push(1)"] {
        let text =
            format!("export default f()\nfunction f() {{\nconst a = []\n{body}\nreturn a }}");
        let reported = if body.starts_with("if") { "n()" } else { body };
        check(&text, "~", &[(4, reported)]);
    }
    check("export default path.join(__dirname, '..', 'docs')", "../docs", &[]);
    check("export default fileURLToPath(new URL('./docs', import.meta.url))", "./docs", &[]);
}

#[test]
fn unresolved_expressions_are_reported_with_their_position() {
    check(
        "export default {\nx: [\n'a',\nmake('b'),\n`c${d}`]}",
        "{x=[a]}",
        &[(4, "make('b')"), (5, "`c${d}`")],
    );
    check("export default { x: 'a' + b }", "{x=~}", &[(1, "'a' + b")]);
    check("export default { [k]: 1, b: 2, ...c }", "{b=2}", &[(1, "c"), (1, "k")]);
    check(
        "export default { a: /x/, b: class {}, c: <T>1 }",
        "{a=~ b=~ c=1}",
        &[(1, "/x/"), (1, "class {}")],
    );
    check("export default function () { for (;;) {} }", "~", &[(1, "for (;;) {}")]);
    check("const a = a\nexport default { a }", "{a=~}", &[(1, "a")]);
}

#[test]
fn imports_are_resolved_only_inside_the_file_tree() {
    let (value, _) = evaluate(&[
        (
            "c/x.ts",
            "import a, { b as c } from './a.js'\nimport j from '../j.json'\nexport default [a, c, j]",
        ),
        ("c/a.ts", "export default 1\nexport const b = 2"),
        ("j.json", "{\"k\": [3]}"),
    ]);
    assert_eq!(value, "[1 2 {k=[3]}]");
    let (value, positions) =
        evaluate(&[("c/x.ts", "import a from '../../etc/a'\nexport default { a }")]);
    assert_eq!((value.as_str(), positions.len()), ("{a=~}", 1));
    let (value, positions) = evaluate(&[
        ("c/x.ts", "import { b } from './y'\nexport const a = b\nexport default a"),
        ("c/y.ts", "import { a } from './x'\nexport const b = a"),
    ]);
    assert_eq!((value.as_str(), positions.len()), ("~", 1), "circular import");
}

#[test]
fn evaluation_of_hostile_scripts_terminates() {
    let nested = |open: &str, close: &str| {
        format!("export default {}1{}", open.repeat(20_000), close.repeat(20_000))
    };
    let doubled: String =
        (1..60).map(|n| format!("const a{n} = [...a{}, ...a{}]\n", n - 1, n - 1)).collect();
    let shared: String = (1..60).map(|n| format!("const a{n} = [a{0}, a{0}]\n", n - 1)).collect();
    let grown: String = (1..60).map(|n| format!("const a{n} = a{0} + a{0}\n", n - 1)).collect();
    let long = format!("const s = '{}'\n", "x".repeat(65_000));
    for text in [
        nested("[", "]"),
        nested("{a:", "}"),
        nested("(", ")"),
        nested("f(", ")"),
        nested("!", ""),
        nested("x=>", ""),
        nested("a?b:", ""),
        nested("`${", "}`"),
        nested("<a>", "</a>"),
        nested("1+", ""),
        nested("if(a)", ""),
        "/*".repeat(20_000),
        "'".repeat(20_000),
        format!("const a0 = [1, 2]\n{doubled}export default a59"),
        format!("const a0 = [1, 2]\n{shared}export default a59"),
        format!("const a0 = 'xy'\n{grown}export default a59"),
        format!(
            "const a0 = 'xy'\n{}export default a59",
            grown.replace(" + ", ".concat(").replace('\n', ")\n")
        ),
        format!("{long}export default [s.replaceAll('', s), s.split('').map(() => s).join('')]"),
        format!("{long}export default s.split('').map(() => s.split(''))"),
        format!(
            "{long}const c = s.split('')\nfor (const x of c) for (const y of c) for (const z of c) {{}}\nexport default 1"
        ),
        format!(
            "{long}let t = ''\nfor (const x of s.split('')) t = s.charAt(65000) + s.slice(1)\nexport default t"
        ),
        format!("{long}export default s.split('').map((x) => `${{s}}`)"),
        format!("export default s.split('').map(() => '{0}')\n{long}", "x".repeat(400_000)),
        format!("{long}export default s.split('').map(() => [s].join(''))"),
        format!("{long}const c = s.split('')\nexport default c.map(() => [].concat(c))"),
        format!("{long}const c = s.split('')\nexport default c.map(() => [c].flat())"),
        format!("{long}const c = s.split('')\nexport default c.flatMap(() => c)"),
        format!(
            "{long}const m = {{ [s]: 1 }}\nexport default s.split('').map(() => Object.keys(m))"
        ),
        format!(
            "{long}const c = s.split('')\nexport default c.map(() => {{ const [...d] = c; return d }})"
        ),
        format!("{long}const c = s.split('')\nexport default c.map(() => ((...d) => d)(...c))"),
        format!("{long}for (const x of s.split('')) s[65000] === s"),
        format!(
            "{long}const a = [], b = []\nfor (const x of s.split('')) {{ a.push(x); b.push({{ a }}) }}\nexport default b"
        ),
        format!(
            "{long}const a = {{}}\ns.split('').forEach((x, at) => {{ a[`${{at}}`] = 1 }})\nexport default a"
        ),
        format!("{long}let a = []\nfor (const x of s.split('')) a = [a]\nexport default a"),
        format!(
            "{long}let f = 1\nfor (const x of s.split('')) {{ const g = f; f = () => g }}\nexport default f"
        ),
        (1..15_000).map(|n| format!("const a{n} = [a{}]\n", n - 1)).collect(),
        format!("function f() {{ {}return f() }}\nexport default f()", "if (1) ".repeat(95)),
        format!(
            "function f() {{ {}return f() }}\nexport default f()",
            "for (const x of [1]) ".repeat(95)
        ),
        format!(
            "function f({}x = f(){}) {{}}\nexport default f([])",
            "[".repeat(90),
            "]".repeat(90)
        ),
        "export default f()\nfunction f() { return f() }".to_owned(),
        "export default f([1, 2])\nconst f = (x) => f([...x, ...x])".to_owned(),
        "x".repeat(2_000_000),
    ] {
        // The stack is as small as that of a worker thread.
        let small = std::thread::Builder::new().stack_size(2 << 20);
        let evaluated = small.spawn(move || {
            let _ = evaluate(&[("c/x.ts", &text)]);
        });
        evaluated.unwrap().join().unwrap();
    }
}

proptest! {
    #[test]
    fn any_script_is_evaluated_without_panic(text in "[x:a{}\\[\\]()'\"`,.$/\\\\\n=>functior export default 1文]{0,80}") {
        let _ = evaluate(&[("c/x.ts", &text)]);
    }
}
