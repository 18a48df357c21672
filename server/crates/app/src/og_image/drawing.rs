//! Renderer of share images: 1200 × 630 pixels, the size that Open Graph consumers expect, with system fonts. Text
//! for which the system has no font is drawn with a bitmap font.

use std::sync::LazyLock;

use resvg::{tiny_skia, usvg};

use super::{Card, bitmap_font};
use pailou_web::xml::Xml;

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// Horizontal margin on each side of the text, in pixels.
const MARGIN: f32 = 84.0;
/// Font sizes in pixels in the order of preference, each with its maximum number of lines. A title that is too long for
/// the last size is truncated.
const SIZES: [(usize, f32); 3] = [(2, 84.0), (3, 64.0), (4, 52.0)];
/// Font families in order of preference; those with Chinese characters come first.
const FAMILIES: &str = "PingFang SC, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, Microsoft YaHei, \
                        WenQuanYi Micro Hei, Helvetica Neue, Noto Sans, DejaVu Sans, Arial, sans-serif";

const GATE: &str = "M2.5 11.5C7 11 9.5 9 10.5 6h11c1 3 3.5 5 8 5.5M5 16h22M8.5 28V16M23.5 28V16";

static FONTS: LazyLock<Fonts> = LazyLock::new(Fonts::load);

struct Fonts {
    options: usvg::Options<'static>,
    /// Whether a system font has Chinese characters.
    has_han: bool,
    has_latin: bool,
}

impl Fonts {
    fn load() -> Self {
        let mut options = usvg::Options::default();
        options.fontdb_mut().load_system_fonts();
        let mut fonts = Self { options, has_han: false, has_latin: false };
        fonts.has_han = fonts.draws("文");
        fonts.has_latin = fonts.draws("n");
        fonts
    }

    /// Whether a character is rendered by a font, not as the box of a missing glyph.
    fn draws(&self, character: &str) -> bool {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\">\
             <text font-family=\"{FAMILIES}\">{character}</text></svg>"
        );
        let Ok(tree) = usvg::Tree::from_str(&svg, &self.options) else { return false };
        let is_shown = |node: &usvg::Node| match node {
            usvg::Node::Text(text) => text
                .layouted()
                .iter()
                .flat_map(|span| &span.positioned_glyphs)
                .any(|glyph| glyph.id.0 != 0),
            _ => false,
        };
        tree.root().children().iter().any(is_shown)
    }
}

fn is_east_asian(c: char) -> bool {
    matches!(u32::from(c), 0x2e80..=0x9fff | 0xf900..=0xfaff | 0xfe30..=0xfe4f | 0xff00..=0xffef | 0x2_0000..=0x3_ffff)
}

/// Whether the system has a font for a text: a Chinese font if the text contains East Asian characters, otherwise a
/// Latin font.
fn can_show(text: &str) -> bool {
    if text.chars().any(is_east_asian) { FONTS.has_han } else { FONTS.has_latin }
}

pub(crate) fn draw(card: &Card) -> Result<Vec<u8>, String> {
    let tree =
        usvg::Tree::from_str(&svg(card), &FONTS.options).map_err(|error| error.to_string())?;
    let mut canvas = tiny_skia::Pixmap::new(WIDTH, HEIGHT).ok_or("image allocation failed")?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut canvas.as_mut());
    canvas.encode_png().map_err(|error| error.to_string())
}

/// Creates the image as SVG: background, logo (a gate), site name, title, and the line below the title.
fn svg(card: &Card) -> String {
    let (lines, size) = set(&card.title);
    let (width, height) = (WIDTH.to_string(), HEIGHT.to_string());
    let mut svg = Xml::fragment();
    svg.start(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("width", &width),
            ("height", &height),
            ("font-family", FAMILIES),
        ],
    );
    svg.empty("rect", &[("width", &width), ("height", &height), ("fill", "#fdfcfa")]);
    svg.empty(
        "rect",
        &[
            ("y", &(HEIGHT - 10).to_string()),
            ("width", &width),
            ("height", "10"),
            ("fill", "#b8321f"),
        ],
    );
    svg.start(
        "g",
        &[
            ("transform", &format!("translate({MARGIN} 70) scale(2.4)")),
            ("fill", "none"),
            ("stroke", "#b8321f"),
            ("stroke-width", "3"),
            ("stroke-linecap", "square"),
            ("stroke-linejoin", "round"),
        ],
    );
    svg.empty("path", &[("d", GATE)]).end("g");
    let mut line = |text: &str, x: f32, y: f32, size: f32, weight: &str, color: &str| {
        if !can_show(text) {
            svg.empty("path", &[("fill", color), ("d", &bitmap_font::path(text, x, y, size))]);
            return;
        }
        let (x, y, size) = (x.to_string(), y.to_string(), size.to_string());
        svg.text(
            "text",
            &[("x", &x), ("y", &y), ("font-size", &size), ("font-weight", weight), ("fill", color)],
            text,
        );
    };
    if card.site != card.title {
        line(&cut(&card.site, 36.0, 800.0), MARGIN + 100.0, 122.0, 36.0, "600", "#1b1a18");
    }
    let leading = size * 1.3;
    let middle = 350.0 - leading * (lines.len().saturating_sub(1)) as f32 / 2.0 + size * 0.35;
    for (number, text) in lines.iter().enumerate() {
        line(text, MARGIN, middle + leading * number as f32, size, "700", "#1b1a18");
    }
    let subtitle = cut(&card.subtitle, 30.0, WIDTH as f32 - 2.0 * MARGIN);
    line(&subtitle, MARGIN, 560.0, 30.0, "400", "#55514b");
    svg.end("svg");
    svg.finish()
}

/// Splits the title into lines at the largest size that fits. Returns the lines and the size in pixels. A title that is
/// too long for the smallest size ends with an ellipsis.
fn set(title: &str) -> (Vec<String>, f32) {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let max_width = WIDTH as f32 - 2.0 * MARGIN;
    let mut set = (Vec::new(), 0.0);
    for (max_lines, size) in SIZES {
        let lines = lines(&title, size, max_width);
        let fits = lines.len() <= max_lines;
        set = (lines, size);
        if fits {
            return set;
        }
    }
    let (max_lines, size) = SIZES[SIZES.len() - 1];
    set.0.truncate(max_lines);
    if let Some(last) = set.0.last_mut() {
        last.push('…');
        *last = cut(last, size, max_width);
    }
    set
}

/// Returns the approximate width of a character relative to its height.
fn width_of(c: char) -> f32 {
    match c {
        c if is_east_asian(c) => 1.0,
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | 'i' | 'j' | 'l' => 0.3,
        'm' | 'w' | 'M' | 'W' | '@' => 0.92,
        c if c.is_uppercase() => 0.7,
        _ => 0.58,
    }
}

fn width(text: &str, size: f32) -> f32 {
    text.chars().map(width_of).sum::<f32>() * size
}

/// Splits a text into lines that are at most `max_width` pixels wide at the font size `size`. Breaks lines between
/// words and between Chinese characters, but not before closing punctuation; a word that is too long is broken
/// anywhere.
fn lines(text: &str, size: f32, max_width: f32) -> Vec<String> {
    const NEVER_FIRST: &str = "，。、；：？！）》」』】”’…—,.;:?!)";
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let fits = |line: &str| width(line, size) + width(piece.trim_end(), size) <= max_width;
        let closes = piece.chars().next().is_some_and(|c| NEVER_FIRST.contains(c));
        let line = lines.last_mut().map(|line| (fits(line) || closes, line));
        match line {
            Some((true, line)) => line.push_str(piece),
            _ if width(piece.trim_end(), size) <= max_width => lines.push(piece.to_owned()),
            _ => {
                for c in piece.chars() {
                    let full = lines
                        .last()
                        .is_some_and(|line| width(line, size) + width_of(c) * size > max_width);
                    if full {
                        lines.push(String::new());
                    }
                    if let Some(line) = lines.last_mut() {
                        line.push(c);
                    }
                }
            }
        }
    }
    let lines = lines.into_iter().map(|line| line.trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

/// Splits a text after each space, and before and after each East Asian character.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut last: Option<char> = None;
    for (at, c) in text.char_indices() {
        let breaks =
            last.is_some_and(|last| last == ' ' || is_east_asian(last) || is_east_asian(c));
        if breaks {
            pieces.push(&text[start..at]);
            start = at;
        }
        last = Some(c);
    }
    pieces.push(&text[start..]);
    pieces
}

/// Returns a single line, truncated with an ellipsis if it is wider than `max_width` pixels at the font size `size`.
fn cut(text: &str, size: f32, max_width: f32) -> String {
    if width(text, size) <= max_width {
        return text.to_owned();
    }
    let mut cut = String::new();
    for c in text.chars().filter(|c| *c != '…') {
        if width(&cut, size) + (width_of(c) + width_of('…')) * size > max_width {
            break;
        }
        cut.push(c);
    }
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(title: &str) -> Card {
        Card { site: "牌楼".to_owned(), title: title.to_owned(), subtitle: "例".to_owned() }
    }

    #[test]
    fn title_is_wrapped_to_fit() {
        let max_width = WIDTH as f32 - 2.0 * MARGIN;
        for title in [
            "Short",
            "一个网站，两种语言，同一份记录",
            &"字".repeat(500),
            &"word ".repeat(100),
            &"unbroken".repeat(60),
            "\"><script>alert(1)</script>",
            "",
        ] {
            let (lines, size) = set(title);
            assert!(lines.len() <= 4, "{title}: {lines:?}");
            for line in &lines {
                assert!(width(line, size) <= max_width + size, "{line}");
                assert!(!line.starts_with(['，', '。']), "{line}");
            }
        }
        assert_eq!(set("Short").0, ["Short"]);
        assert!(set(&"字".repeat(500)).0[3].ends_with('…'));
    }

    #[test]
    fn image_is_rendered_for_any_title() {
        for title in ["标题", "\"><script>alert(1)</script>", "\u{0}\u{202e}abc", "", "👩‍👩‍👧", "&amp;"]
        {
            let bytes = draw(&card(title)).unwrap();
            assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n", "{title}");
            let size = imagesize::blob_size(&bytes).unwrap();
            assert_eq!((size.width, size.height), (1200, 630));
        }
    }

    #[test]
    fn different_titles_render_different_images() {
        assert_ne!(card("a").name(), card("b").name());
        assert_ne!(draw(&card("aaaa")).unwrap(), draw(&card("bbbb")).unwrap());
    }
}
